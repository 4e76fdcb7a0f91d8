/** PowerShell and cmd: nothing of them is taken for safe; what plainly destroys is refused. */
import type { FloorRule } from './hard-floor.ts';

const PATTERNS: readonly (readonly [FloorRule, RegExp])[] = [
  ['privilege', /\b(runas|sudo|gsudo|psexec)\b|-Verb\s+RunAs/i],
  [
    'wipe',
    /\b(Remove-Item|ri|rm|rmdir|rd|del|erase)\b(?=[^;|&\n]*(-Recurse|-r\b|\/s))[^;|&\n]*[\s'"](\.|\.\\?\*|\*|[a-z]:[\\/]?\*?|[\\/]\*?|~[\\/]?\*?|\$HOME[\\/]?\*?|\$env:USERPROFILE\S*|%USERPROFILE%\S*|\$env:SystemDrive\S*|%SystemDrive%\S*|\\\\\S+)['"]?(?=\s|$|[;|&\n])/i,
  ],
  ['device', /\b(Format-Volume|Clear-Disk|Initialize-Disk|Remove-Partition|diskpart|bcdedit|cipher\s+\/w)\b|\bformat(\.com)?\s+[a-z]:/i],
  ['power', /\b(Stop-Computer|Restart-Computer|shutdown|Stop-Service|Set-Service|sc\s+(stop|config|delete))\b/i],
  ['kill-all', /\btaskkill\b[^\n]*\/im\s+\*|Get-Process\s*\|\s*Stop-Process/i],
  [
    'fetch-and-run',
    /(\biex\b|Invoke-Expression)[^\n]*(DownloadString|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|curl)|(iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString|curl)[^\n]*\|\s*(iex|Invoke-Expression|powershell|cmd)|-enc(odedcommand)?\s/i,
  ],
  ['listener', /TcpListener|HttpListener|netsh\s+interface\s+portproxy/i],
  ['credentials', /\b(cmdkey|vaultcmd|Get-StoredCredential|mimikatz)\b|SAM\b.*\breg\s+save|\breg\s+save\b|\.ssh[\\/]id_|\bdpapi\b/i],
  [
    'sandbox-off',
    /Set-ExecutionPolicy|Set-MpPreference|Add-MpPreference|\breg\s+delete\b|Disable-WindowsOptionalFeature|netsh\s+(adv)?firewall/i,
  ],
];

/** The rule that the text breaks; null leaves it to the person. */
export function windowsFloor(command: string): FloorRule | null {
  const plain = command.replace(/[`^]/g, '');
  return PATTERNS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}
