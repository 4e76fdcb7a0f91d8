/** PowerShell and cmd: nothing of them is taken for safe; what plainly destroys is refused. */
import type { FloorRule } from './floor-names.ts';

/** A place whose loss is the loss of everything, as a whole word. */
const ROOT = String.raw`['"]?(\.\.?[\\/]?|\.\\?\*|\*(\.\*)?|[a-z]:[\\/]?\*?|[\\/]\*?|~[\\/]?\*?|\$(HOME|PWD)[\\/]?\*?|\$env:(USERPROFILE|SystemDrive|SystemRoot|windir|HOMEPATH)\S*|%(USERPROFILE|SystemDrive|SystemRoot|windir|HOMEPATH|CD)%\S*|([a-z]:)?[\\/](Windows|Users|Program Files|ProgramData)[\\/]?\*?|\\\\\S+)['"]?(?=\s|$|[;|&\n,])`;
const REMOVES = String.raw`\b(Remove-Item|ri|rm|rmdir|rd|del|erase)\b`;

const PATTERNS: readonly (readonly [FloorRule, RegExp])[] = [
  ['privilege', /\b(runas|sudo|gsudo|psexec)\b|-Verb\s+RunAs|\bnet\s+(user|localgroup)\b[^\n]*\/(add|delete)/i],
  ['wipe', new RegExp(String.raw`${REMOVES}(?=[^;|&\n]*(-r(e\w*)?\b|-rf\b|\/[qf]?\/?s\b|\/s\/))[^;|&\n]*[\s'"]${ROOT}`, 'i')],
  [
    'wipe',
    /\b(Remove-Item|ri)\b[^;|&\n]*\bHK(LM|CU|CR):|\bfor\s+\/d\b[^\n]*\(\*\)[^\n]*\b(rd|rmdir)\b|\bGet-ChildItem\s+-R\w*\s*\|\s*Remove-Item\b/i,
  ],
  ['wipe', new RegExp(String.raw`\b(Get-ChildItem|gci|ls|dir)\b[^;|&\n]*\s${ROOT}[^;&\n]*\|[^;&\n]*${REMOVES}`, 'i')],
  [
    'device',
    /\b(Format-Volume|Clear-Disk|Initialize-Disk|Remove-Partition|diskpart|bcdedit|cipher\s+\/w)\b|\bformat(\.com)?\s+[a-z]:|\bvssadmin\s+delete|\bwbadmin\s+delete/i,
  ],
  ['rights', new RegExp(String.raw`\b(takeown|icacls|cacls)\b[^;|&\n]*\s${ROOT}`, 'i')],
  ['fork-bomb', /%0\s*\|\s*%0/],
  ['power', /\b(Stop-Computer|Restart-Computer|shutdown|Stop-Service|Set-Service|sc(\.exe)?\s+(stop|config|delete)|net\s+stop)\b/i],
  [
    'kill-all',
    /\btaskkill\b[^\n]*(\/im\s+\*|\/fi\s+"?pid\s+(ne|gt|ge)\b)|(Get-Process|gps)\s*\|\s*(Stop-Process|kill)|Stop-Process\s[^\n;]*-Name\s+['"]?\*/i,
  ],
  [
    'fetch-and-run',
    /(\biex\b|Invoke-Expression)[^\n]*(DownloadString|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|curl|FromBase64String)|(iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString|curl|FromBase64String)[^\n]*\|\s*(iex|Invoke-Expression|powershell|pwsh|cmd)|\b(powershell|pwsh)(\.exe)?\b[^;|&\n]*\s-e(c|n\w*)?\s|-enc(odedcommand)?\s|\bcertutil\b[^\n]*-urlcache|\bbitsadmin\b[^\n]*\/transfer|\b(mshta|regsvr32|rundll32)\b[^\n]*(https?:|javascript:)|\bcurl\b[^\n]*&\s*\S+\.(bat|cmd|exe|ps1)\b|=\s*(iwr|irm|Invoke-WebRequest|Invoke-RestMethod)\b[^\n]*[;\n]\s*(iex|Invoke-Expression)\b|scriptblock\]::Create[^\n]*(iwr|irm|Invoke-|Download)/i,
  ],
  ['listener', /TcpListener|HttpListener|netsh\s+interface\s+portproxy/i],
  [
    'credentials',
    /\b(cmdkey|vaultcmd|Get-StoredCredential|mimikatz)\b|SAM\b.*\breg\s+save|\breg\s+save\b|[\\/]\.(ssh[\\/](id_|config)|aws[\\/]|gnupg[\\/]|kube[\\/]|git-credentials|netrc)|\bdpapi\b/i,
  ],
  [
    'sandbox-off',
    /Set-ExecutionPolicy|-(ep|ex\w*)\s+(bypass|unrestricted)\b|New-NetFirewallRule|Set-MpPreference|Add-MpPreference|\breg\s+delete\b|Disable-WindowsOptionalFeature|netsh\s+(adv)?firewall|\bwevtutil\s+(cl|clear-log)|Clear-EventLog/i,
  ],
];

/** The rule that the text breaks; null leaves it to the person. */
export function windowsFloor(command: string): FloorRule | null {
  const plain = command.replace(/[`^]/g, '');
  return PATTERNS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}
