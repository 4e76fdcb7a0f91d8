/** Requests to run a command: taken word for word, and only when what follows is evidently a command. */
import type { Clause } from './clause.ts';
import { isNegated, meansIt } from './clause.ts';
import type { Intent } from './intent.ts';
import { readFolder } from './paths.ts';
import { hasHan, masked, type Phrase, take, trimmed, unquoted, withoutEnd } from './phrase.ts';

const PROGRAMS = new Set(
  `ls ll la pwd cd cat head tail less more wc grep egrep fgrep rg ag find fd tree stat file du df free top htop ps kill killall uptime uname whoami id who w
  hostname date cal echo printf env printenv which whereis type man touch mkdir rmdir rm cp mv ln chmod chown tar zip unzip gzip gunzip bzip2 xz 7z curl wget
  ping traceroute dig nslookup host ssh scp rsync ftp nc netstat ss lsof ip ifconfig git gh hg svn npm npx yarn pnpm bun deno node nodejs python python2
  python3 py pip pip3 pipx uv poetry conda ruby gem bundle rails rake perl php composer java javac mvn gradle kotlin scala go gofmt cargo rustc rustup gcc g++
  cc clang make cmake ninja bazel docker docker-compose podman kubectl helm terraform ansible aws gcloud az heroku vercel sqlite3 psql mysql mongo redis-cli
  jq yq sed awk gawk cut sort uniq tr tee xargs diff cmp comm patch sha256sum sha1sum md5sum md5 base64 xxd hexdump od strings nl tac rev seq yes true false
  sleep time timeout watch nohup screen tmux bash sh zsh fish dash ksh pwsh powershell cmd sudo su doas systemctl service journalctl crontab at mount umount
  lsblk fdisk dd mkfs dmesg lscpu lspci lsusb history alias export source eval exec test expr bc dc vim vi nano emacs code open xdg-open say ffmpeg convert
  pandoc latex pdflatex tsc eslint prettier biome vitest jest mocha pytest tox ruff black mypy vite webpack rollup esbuild swift xcodebuild dotnet msbuild
  brew apt apt-get dpkg yum dnf pacman snap flatpak winget choco scoop dir cls copy del ren ipconfig tasklist taskkill systeminfo ver vol shutdown reboot
  basename dirname realpath readlink mktemp locale getconf ulimit nproc arch sw_vers lsb_release fortune cowsay neofetch openssl gpg ssh-keygen nmap telnet
  parallel column fold fmt paste join split csplit shuf numfmt truncate rsync install setsid jobs bg fg wait trap printf umask unset readonly local declare`.split(
    /\s+/,
  ),
);
/** Programs whose names are everyday English words: alone they need more to be taken for a command. */
const EVERYDAY = new Set(
  'more file top who date which type man find at test time watch yes true false open say code go make convert patch host service install split join paste column sort cut service local wait trap history source black fish less head tail free kill screen install history for'.split(
    ' ',
  ),
);

const INTRODUCED: readonly RegExp[] = [
  /^(?:[$#%]|>)\s+(?<command>\S.*)$/ds,
  /^\$(?=\S)(?<command>[^\d\s].*)$/ds,
  /^(?:run|execute|exec|issue|launch|start|do|invoke|type|enter|try)\s+(?:me\s+)?(?:(?:the|this|that|a|following|these|one)\s+)*(?:(?:shell|bash|terminal|unix|linux|following|simple|git)\s+)*(?:commands?|cmd|script line|shell)(?:\s+(?:line|for me|in (?:the |a )?(?:terminal|shell|console)))?\s*(?:[:,]\s*|\s+(?:called\s+)?)(?<command>\S.*)$/ds,
  /^(?:run|execute|exec|issue)\s+(?:the following|this|these|this one)\s*:\s*(?<command>\S.*)$/ds,
  /^(?:in|on|from|using|with|via)\s+(?:the |a |my )?(?:terminal|shell|console|command line|cmd|bash|powershell)\s*,?\s*(?:please\s+)?(?:run|execute|exec|type|do)\s*:?\s*(?<command>\S.*)$/ds,
  /^(?:run|execute|exec|bash|shell|terminal|command|cmd)\s*:\s*(?<command>\S.*)$/ds,
  /^(?:运行|执行|跑|跑一下|运行一下|执行一下|输入|敲)(?:一下|下)?\s*(?:这个|这条|以下|下面的?|一个|一条|如下|该)?\s*(?:shell|终端|bash|系统|git)?\s*(?:命令行|命令|指令|脚本命令)\s*[:,]?\s*(?<command>\S.*)$/ds,
  /^(?:运行|执行|跑|命令|终端)(?:一下)?\s*:\s*(?<command>\S.*)$/ds,
  /^(?:命令|指令)\s*[:]\s*(?<command>\S.*)$/ds,
];
const PLAIN: readonly RegExp[] = [
  /^(?:run|execute|exec|launch|invoke|try running|start)\s+(?<command>\S.*)$/ds,
  /^(?:在|用|到|通过)?\s*(?:终端|命令行|shell|bash|控制台)(?:里面?|中|上|下)?\s*(?:运行|执行|跑|输入|敲)(?:一下|下)?\s*(?<command>\S.*)$/ds,
  /^(?:运行|执行|跑一下|跑一跑|跑下|跑)(?:一下|下)?\s*(?<command>\S.*)$/ds,
  /^(?:把|将)\s*(?<command>\S.*?)\s*(?:这个|这条)?(?:命令)?(?:运行|执行|跑)(?:一下|一遍|下|起来)?$/ds,
];
const VAGUE =
  /^(?:run|execute|exec|issue|launch)(?:\s+(?:me|for me))?(?:\s+(?:a|the|some|this|that|one|another|my))?(?:\s+(?:shell|bash|terminal|simple))?\s+(?:command|cmd|something|program|script)(?:\s+in (?:the |a )?(?:terminal|shell|console))?$|^(?:run|execute|exec)$|^(?:在终端里?)?(?:运行|执行|跑)(?:一下|下)?(?:一个|个|一条|条|某个|这个|这条|那个|些|一些)?(?:shell|终端|系统)?(?:命令|指令|程序|脚本)?$/;
const TAIL =
  /(?:[\s,]+(?:please|pls|for me|thanks|thank you|now|right now|in (?:the |a |my )?(?:terminal|shell|console|command line)|and (?:show|tell|give) me (?:the )?(?:output|result)s?|command)|\s*[,，]?\s*(?:谢谢|吧|看看|一下|看一下|给我看看?|好吗|这个命令|这条命令|命令|的命令|看看结果|看看输出))$/;
const IN_FOLDER = /^(?<command>.+?)\s+(?:in|inside|from|within)\s+(?:the\s+)?(?<folder>"[^"]+"|\S+\s+(?:folder|directory))$/ds;
const IN_FOLDER_ZH =
  /^在\s*(?<folder>\S+?)\s*(?:文件夹|目录)(?:里面?|下面?|中)?\s*(?:运行|执行|跑)(?:一下)?\s*(?:命令)?\s*:?\s*(?<command>\S.*)$/ds;

function looksLikeCommand(key: string): boolean {
  const words = key.trim().split(/\s+/);
  const [first = '', ...rest] = words;
  if (/^(?:\.{0,2}\/|~\/)\S|^[\w.-]+\.(?:sh|py|js|mjs|ts|rb|pl|bat|ps1|exe)$/.test(first)) return true;
  if (/^[a-z_]\w*=\S/.test(first)) return true;
  if (hasHan(first)) return false;
  const shaped = rest.some((word) => /^--?[a-z\d]|[|<>$*=/\\]|^["'`]|^\S+\.[a-z]\w{0,4}$|^&&$|^\.{1,2}$|^\d+$/.test(word));
  if (PROGRAMS.has(first) && !EVERYDAY.has(first))
    return rest.length <= 3 || shaped || !/\b(?:the|a|my|is|are|was|because|when|and then|please|should|would)\b/.test(rest.join(' '));
  if (EVERYDAY.has(first))
    return (
      (rest.length === 0 && /^(?:top|date|history|who|true|false|make)$/.test(first)) ||
      shaped ||
      /^(?:go|make) (?:test|build|run|vet|fmt|install|clean|all|check|lint|version|env)\b/.test(key)
    );
  return /^[a-z][\w.+-]*$/.test(first) && rest.some((word) => /^--?[a-z]/.test(word));
}

function commandOf(words: Phrase): string {
  let command = trimmed(words);
  for (let before = ''; before !== command.raw; ) {
    before = command.raw;
    command = withoutEnd(command, TAIL);
    command = withoutEnd(command, /(?<=[\p{L}\p{N}"'`)\]/*])(?:\s*[。?!；;，]+|\.)$/u);
  }
  const inside = unquoted(command);
  return (inside ?? command).raw.trim();
}

export function readExec(clause: Clause): Intent | null {
  if (isNegated(clause) || !meansIt(clause)) return null;
  if (VAGUE.test(clause.tight.key)) return { kind: 'clarify', tool: 'exec', arguments: {}, missing: ['command'] };
  const placed = take(clause.tight, IN_FOLDER_ZH);
  if (placed?.['command'] !== undefined && placed['folder'] !== undefined) {
    return { kind: 'exec', command: commandOf(placed['command']), cwd: placed['folder'].raw };
  }
  // a leading $ may have been taken for courtesy by nobody: look at the whole message too
  for (const said of [clause.said, clause.whole]) {
    for (const [patterns, introduced] of [
      [INTRODUCED, true],
      [PLAIN, false],
    ] as const) {
      for (const pattern of patterns) {
        const words = take(said, pattern)?.['command'];
        const intent = words === undefined ? null : execOf(words, introduced);
        if (intent !== null) return intent;
      }
    }
  }
  return null;
}

/** Words of a sentence around or behind a command: what was said is about it, or holds it for later. */
const PROSE =
  /\p{Script=Han}不\p{Script=Han}|什么|怎么|有没有|多久|多长|多少|为何|还是|干嘛|靠谱|[吗么呢哪谁]|[?]\s+\S|[?,]\s*(?:no|said|says|不)|\s(?:is|are|was|were|would|should|could|might|means?|if|when|unless|maybe|perhaps|tomorrow|later|tonight|or not)(?=[\s,.?!]|$)/u;

function isProse(command: string): boolean {
  return !/^(?:echo|printf|say|e?grep|rg|find)\b/i.test(command) && PROSE.test(masked(command.toLowerCase()).replaceAll('？', '?'));
}

function execOf(words: Phrase, introduced: boolean): Intent | null {
  const inFolder = unquoted(words) === null ? take(words, IN_FOLDER) : null;
  const cwd = inFolder?.['folder'] === undefined ? null : readFolder(inFolder['folder'], true);
  const said = cwd !== null && inFolder?.['command'] !== undefined ? inFolder['command'] : words;
  const command = commandOf(said);
  if (command === '' || (introduced && !/[a-z0-9./~]/i.test(command))) return null;
  const quoted = unquoted(withoutEnd(said, TAIL)) !== null;
  if (isProse(command)) return null;
  const evident = looksLikeCommand(command.toLowerCase());
  if (!evident && !(introduced || quoted)) return null;
  if (!evident && (hasHan(command.slice(0, 1)) || /^(?:that|which|to|you|i|it|and|for|is)\b/i.test(command))) return null;
  return cwd === null ? { kind: 'exec', command } : { kind: 'exec', command, cwd };
}
