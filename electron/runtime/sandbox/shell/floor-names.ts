/** Programs and forms of the hard floor as data. */

export type FloorRule =
  | 'privilege'
  | 'wipe'
  | 'device'
  | 'rights'
  | 'kill-all'
  | 'power'
  | 'fork-bomb'
  | 'fetch-and-run'
  | 'listener'
  | 'credentials'
  | 'data-folder'
  | 'sandbox-off';

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Programs that are refused whatever they are told. */
export const REFUSED: readonly (readonly [FloorRule, ReadonlySet<string>])[] = [
  [
    'privilege',
    set(
      'sudo su doas pkexec runuser gosu su-exec sudoedit visudo sudo-rs run0 machinectl newgrp sg setpriv capsh setcap login useradd usermod userdel adduser deluser groupadd groupmod groupdel gpasswd passwd chpasswd chsh chfn vipw vigr dscl dseditgroup insmod modprobe rmmod kmod kextload kextunload',
    ),
  ],
  [
    'power',
    set(
      'shutdown reboot halt poweroff systemctl systemd-run service launchctl init telinit rc-service rc-update initctl openrc loginctl sv svc s6-svc pm-suspend pm-hibernate update-rc.d chkconfig rcctl',
    ),
  ],
  [
    'device',
    set(
      'mkswap wipefs fdisk sfdisk cfdisk gdisk sgdisk parted blkdiscard cryptsetup hdparm nvme diskutil badblocks partprobe losetup swapoff swapon mke2fs mkdosfs mkntfs newfs pvcreate pvremove vgremove lvremove shred srm',
    ),
  ],
  [
    'sandbox-off',
    set(
      'setenforce aa-disable aa-teardown aa-complain apparmor_parser csrutil spctl seinfo semanage auditctl iptables ip6tables nft ufw firewall-cmd pfctl nsenter chroot',
    ),
  ],
  ['credentials', set('secret-tool keyctl kwallet-query gnome-keyring keychain pass gopass op bw lpass vault')],
  [
    'listener',
    set(
      'ngrok cloudflared chisel frpc frps sshd dropbear telnetd localtunnel lt bore gost sslh stunnel stunnel4 autossh tailscale http-server live-server serve darkhttpd websocketd ttyd gotty inetd xinetd uftpd vncserver x11vnc tightvncserver webfsd mini_httpd thttpd tinyproxy 3proxy iodined',
    ),
  ],
];

/** Programs that are refused for what follows their name; the words are joined by single spaces. */
export const REFUSED_FORMS: readonly (readonly [FloorRule, RegExp, RegExp])[] = [
  ['privilege', /^osascript$/, /administrator privileges/i],
  ['privilege', /^chmod$/, /(^| |,)(u|ug|uo|ugo|a)?[+=][rwxX]*s|(^| )0?[4567]\d{3}( |$)/],
  ['power', /^osascript$/, /\b(shut ?down|restart|log ?out)\b/i],
  ['power', /^pmset$/, /sleepnow|schedule|repeat/],
  ['device', /^(zpool|zfs)$/, /\b(destroy|labelclear)\b/],
  ['device', /^u?mount$/, /./],
  ['device', /^btrfs$/, /\bdelete\b/],
  ['sandbox-off', /^sysctl$/, /=|(^| )-w\b/],
  ['sandbox-off', /^(pkill|killall)$/, /\b(bwrap|socat|sandbox-exec|reins)\b/i],
  [
    'sandbox-off',
    /^(docker|podman|nerdctl)$/,
    /--privileged|--(pid|ipc|userns)[= ]host|docker\.sock|(^| )(-v|--volume)[= ]?(\/|~|\0HOME):|(source|src)=\/(,| |$)/,
  ],
  ['credentials', /^security$/, /^(find|dump|export|unlock)/],
  ['credentials', /^gpg2?$/, /--export-secret/],
  ['credentials', /^gh$/, /^auth (token|status .*(-t|--show-token))/],
  ['credentials', /^aws$/, /^(configure (get|export-credentials)|sts get-session-token|secretsmanager get-secret|ecr get-login)/],
  ['credentials', /^gcloud$/, /\bprint-\w+-token\b|^secrets versions access/],
  ['credentials', /^(kubectl|oc)$/, /^(get|describe) secrets?\b|--raw\b/],
  ['credentials', /^az$/, /get-access-token|^keyvault secret show/],
  ['credentials', /^heroku$/, /^auth:token/],
  ['credentials', /^git$/, /^credential(-\w+)? (fill|get)\b/],
  ['credentials', /^docker-credential-/, /./],
  ['credentials', /^npm$/, /^token\b|^config get .*(auth|token)/i],
  ['credentials', /^printenv$/, /^(-\w+ )?\w*(API_?KEY|TOKEN|SECRET|PASSWORD|PASSWD)\w*$/i],
  ['listener', /^(nc|ncat|netcat|nc\.\w+)$/, /(^| )(-\w*[le]|-\w*l\w*|--listen|--exec|--sh-exec|-c)( |$)/],
  ['listener', /^socat$/, /(^| )(\w*-?l(isten)?|\w*listen|udp\d?-recv\w*|exec|system|shell|pty)[:,]|-l(isten)?:|-recv(from)?:/i],
  ['listener', /^ssh$/, /(^| )-[A-Za-z0-9]*[RLDw]/],
  ['listener', /^ssh$/, /-o ?(remote|local|dynamic)forward|-o ?tunnel/i],
  ['listener', /^(python|pypy)[\d.]*$/, /(^| )-\w*m ?(http\.server|SimpleHTTPServer|CGIHTTPServer|pyftpdlib|smtpd|aiosmtpd|twisted)/],
  ['listener', /^php$/, /(^| )-S/],
  ['listener', /^ruby$/, /(^| )-run\b|httpd/],
  ['listener', /^(busybox|toybox)$/, /^(httpd|telnetd|ftpd|tftpd|udpsvd|tcpsvd|nc .*-\w*l)/],
  ['listener', /^(iperf3?|nuttcp)$/, /(^| )(-s|-S|--server)( |$)/],
  ['listener', /^openssl$/, /^s_server/],
  ['listener', /^(kubectl|oc)$/, /^(port-forward|proxy)\b/],
  ['listener', /^caddy$/, /^(file-server|reverse-proxy|run|start)/],
  ['listener', /^code(-insiders)?$/, /^(tunnel|serve-web)/],
  ['listener', /^twistd3?$/, /\b(web|ftp|conch|telnet)\b/],
];

export const REMOVERS = set('rm rmdir unlink shred srm wipe trash gio truncate');
export const RIGHTS = set('chmod chown chgrp setfacl chattr chflags');
export const NETWORK = set(
  'curl wget nc ncat netcat socat ssh scp sftp rsync ftp telnet http https xh aria2c fetch lynx w3m links dig nslookup host ping openssl mail sendmail rclone',
);
export const FETCHERS = set('curl wget fetch aria2c http https xh lynx w3m nc ncat netcat socat ftp scp ssh telnet');
/** Decode when they are told to. */
export const DECODERS = set('base64 base32 xxd openssl gpg gpg2 basenc xz bzip2 gzip zstd lz4');
/** Give something else than what went in, whatever they are told. */
export const TRANSFORMS = set('gunzip zcat bzcat xzcat unxz bunzip2 zstdcat lz4cat uudecode rev tr rot13 unlzma lzcat');
export const INTERPRETERS = set(
  'python python2 python3 perl ruby node nodejs deno bun php lua luajit osascript tclsh Rscript pypy pypy3 gawk awk source . eval xargs',
);
