import { TunnelError } from "../errors.ts";

/** There is no ssh on this machine. */
export class SshMissingError extends TunnelError {
  readonly code = "ssh-missing";
  constructor() {
    super({
      what: "there is no ssh on this machine",
      why: "the SSH tunnel runs the system's own client",
      hint: "Install OpenSSH's client (the package openssh-client on Debian), or use --tunnel ngrok",
      passing: false,
    });
  }
}

/** The name of the server leads nowhere. */
export class SshHostUnknownError extends TunnelError {
  readonly code = "ssh-host-unknown";
  constructor(host: string) {
    super({
      what: `there is no host "${host}" to tunnel through`,
      why: "its name cannot be looked up",
      hint: "Check the name after ssh://, and the network",
      passing: true,
    });
  }
}

/** Nobody speaks SSH there, or nothing comes through. */
export class SshUnreachableError extends TunnelError {
  readonly code = "ssh-unreachable";
  constructor(host: string, why: string) {
    super({
      what: `the SSH server ${host} cannot be reached`,
      why,
      hint: "Check that it runs, its port (ssh://USER@HOST:PORT), and the network",
      passing: true,
    });
  }
}

/** The server does not let this user in. */
export class SshDeniedError extends TunnelError {
  readonly code = "ssh-denied";
  constructor(account: string, host: string, why: string) {
    super({
      what: `${host} does not let ${account} in`,
      why,
      hint: "Put a key of yours in its authorized_keys; one with a passphrase has to be in ssh-agent, for nobody is asked here",
      passing: false,
    });
  }
}

/** This machine has never seen the server's key. */
export class SshHostKeyUnknownError extends TunnelError {
  readonly code = "ssh-host-key-unknown";
  constructor(host: string, command: string) {
    super({
      what: `the key of ${host} is not known here`,
      why: "it would be trusted blindly",
      hint: `Run \`${command}\` once, compare the key's fingerprint and accept it`,
      passing: false,
    });
  }
}

/** The server has another key than the one this machine knows. */
export class SshHostKeyChangedError extends TunnelError {
  readonly code = "ssh-host-key-changed";
  constructor(host: string, knownName: string) {
    super({
      what: `${host} has another key than before`,
      why: "it was set up anew, or somebody sits in between",
      hint: `Ask who runs it; if that is right, run \`ssh-keygen -R ${knownName}\` and accept the new key`,
      passing: false,
    });
  }
}

/** The server does not forward at all. */
export class SshForwardRefusedError extends TunnelError {
  readonly code = "ssh-forward-refused";
  constructor(host: string) {
    super({
      what: `${host} does not open a port for a tunnel`,
      why: "its SSH server refuses remote forwarding",
      hint: "AllowTcpForwarding has to be yes or remote in its sshd_config, and the key's options must not forbid it",
      passing: false,
    });
  }
}

/** The port asked for cannot be had; the server does not say why. */
export class SshPortTakenError extends TunnelError {
  readonly code = "ssh-port-taken";
  readonly port: number;
  constructor(host: string, port: number) {
    super({
      what: `port ${port} of ${host} cannot be had`,
      why: "it is taken there, or the server does not let this user open it",
      hint: "Name another with ?port=N, or none to take any free one",
      passing: true,
    });
    this.port = port;
  }
}

/** The tunnel is there, but what is sent to its address does not come through. */
export class SshNotPublicError extends TunnelError {
  readonly code = "ssh-not-public";
  constructor(url: string, why: string) {
    super({
      what: `the tunnel is not reachable at ${url}`,
      why,
      hint: "Set GatewayPorts to clientspecified in the server's sshd_config and open its firewall, or give --domain the name under which its own web server passes on to that port",
      passing: false,
    });
  }
}

/** A service let us in and never said where the tunnel is. */
export class SshNoAddressError extends TunnelError {
  readonly code = "ssh-no-address";
  constructor(host: string) {
    super({
      what: `${host} gave the tunnel no address`,
      why: "it did not say one within 20 s",
      hint: "Try again, or use another --tunnel",
      passing: true,
    });
  }
}

/** ssh ended with words that are not known here. */
export class SshEndedError extends TunnelError {
  readonly code = "ssh-ended";
  constructor(host: string, why: string) {
    super({
      what: `ssh to ${host} ended`,
      why,
      hint: "Run ssh to this host by hand to see more",
      passing: true,
    });
  }
}
