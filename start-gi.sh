cd /tmp/hl-start-dLHw; mkdir home; export HOME=/tmp/hl-start-dLHw/home
PATH=/usr/bin:/bin
time npm install --allow-git=root --install-links -g --prefix /tmp/hl-start-dLHw/prefix --cache /root/.npm git+file:///tmp/hl/start
/tmp/hl-start-dLHw/prefix/bin/hooklens --version; ls -la /tmp/hl-start-dLHw/prefix/bin /tmp/hl-start-dLHw/prefix/lib/node_modules/hooklens
