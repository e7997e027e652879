# Completion of hooklens for fish, printed by: hooklens completion fish
function __hooklens_complete
    type -q hooklens; or return
    set -l before (commandline -opc)
    set -l word (commandline -ct)
    set -l lines (hooklens __complete -- $before[2..] "$word" 2>/dev/null)
    set -l names __fish_complete_path
    switch "$lines[1]"
        case words ''
            printf '%s\n' $lines[2..]
            return
        case directories
            set names __fish_complete_directories
    end
    # The path of --payload=PATH.
    set -l start (string match -r -- '^-[^=]*=' "$word")
    for path in ($names (string sub -s (math 1 + (string length -- "$start")) -- "$word") '')
        printf '%s\n' "$start$path"
    end
end
complete -c hooklens -f -k -a '(__hooklens_complete)'
