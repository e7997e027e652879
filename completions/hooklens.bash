# Completion of hooklens for bash, printed by: hooklens completion bash
_hooklens() {
  local rest=${COMP_LINE:0:COMP_POINT} words=() count=0 i word kept kind= value note listed=() quote= typed
  # Bash divides words at the : and = of COMP_WORDBREAKS, too. Parts without a space between them are one word.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    if ((i > 0)) && [[ $rest != [[:space:]]* ]]; then ((count--)); else words[count]=; fi
    rest=${rest#"${rest%%[![:space:]]*}"}
    if ((i < COMP_CWORD)); then word=${COMP_WORDS[i]}; else word=$rest; fi
    words[count++]+=$word
    rest=${rest#"$word"}
  done
  word=${words[count - 1]}
  # A word may begin with a quote, also after --option=. In any other place a quote, an escape or an expansion leaves no candidates.
  typed="^(--[a-z-]+=)?('[^']*|\"[^\"\\\\\`\$]*|[^'\"\\\\\`\$]*)\$"
  if [[ $word =~ $typed ]]; then
    case ${BASH_REMATCH[2]} in [\'\"]*) quote=${BASH_REMATCH[2]:0:1} ;; esac
    word=${BASH_REMATCH[1]}${BASH_REMATCH[2]#["'\""]}
  else
    quote=none
  fi
  # Bash keeps what is before its own word, $2.
  kept=${word%"$2"}
  COMPREPLY=()
  while IFS=$'\t' read -r value note; do
    if [[ -z $kind ]]; then
      kind=$value
      continue
    fi
    if [[ $value == *[:=/] ]]; then compopt -o nospace 2>/dev/null; fi
    value=${value#"$kept"}
    # A value is from a sender, and is inserted as text of the shell.
    case $quote in
      '') printf -v value %q "$value" ;;
      \') value=${value//\'/\'\\\'\'} ;;
      \")
        # Nothing escapes a ! there.
        if [[ $value == *!* ]]; then continue; fi
        value=${value//\\/\\\\} value=${value//\"/\\\"} value=${value//\$/\\\$} value=${value//\`/\\\`}
        ;;
      *) continue ;;
    esac
    listed+=("$value${note:+  ($note)}")
    COMPREPLY+=("$value")
  done < <(hooklens __complete -- "${words[@]:1}" 2>/dev/null)
  # Explanations fit where several candidates are only listed: ? for the second Tab, ! for show-all-if-ambiguous.
  if ((${#listed[@]} > 1)) && ((COMP_TYPE == 63 || COMP_TYPE == 33)); then
    COMPREPLY=("${listed[@]}")
    for ((i = 0; i < ${#listed[@]}; i++)); do COMPREPLY[i]=${listed[i]:0:${COLUMNS:-80}-1}; done
  fi
  # Bash closes the quotes after the only candidate. A second one keeps them open where more follows.
  if [[ -n $quote && ${#listed[@]} == 1 && ${COMPREPLY[0]} == *[:=/] ]]; then COMPREPLY+=("${COMPREPLY[0]}…"); fi
  case $kind in
    files) compopt -o default 2>/dev/null ;;
    directories) compopt -o dirnames 2>/dev/null ;;
  esac
}
complete -o nosort -F _hooklens hooklens 2>/dev/null || complete -o default -F _hooklens hooklens
