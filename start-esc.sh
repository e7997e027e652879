source /tmp/hl/start/completions/hooklens.bash
hooklens() { printf 'words\n%s\t%s\n' "${CAND}" note; }
t() { COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9; COMP_WORDS=("${W[@]}"); COMP_CWORD=$((${#W[@]}-1)); COMPREPLY=(); _hooklens hooklens "$2" prev; printf '%s -> %s\n' "$1" "${COMPREPLY[*]}"; }
CAND='dataset:zz/x$(touch D)`e`"q\ !'
W=(hooklens --repo '"dataset' : 'zz'); t 'hooklens --repo "dataset:zz' zz
CAND='dataset:zz/x$(touch D)`e`"q\ '"'"
t 'hooklens --repo "dataset:zz' zz
W=(hooklens --repo "'dataset" : 'zz'); t "hooklens --repo 'dataset:zz" zz
W=(hooklens --repo "dataset" : 'zz'); t "hooklens --repo dataset:zz" zz
W=(hooklens --repo 'dataset' : 'zz\$'); t 'hooklens --repo dataset:zz\$' 'zz\$'
