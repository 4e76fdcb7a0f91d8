import { expect, test } from 'vitest';
import { redact } from './redact.ts';

/** Made up here, and joined at run time so that no scanner takes the source for a leak. */
const key = (prefix: string, length = 40): string => prefix + 'Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2Yz3'.repeat(3).slice(0, length);
const hex = (length: number): string => '0123456789abcdef'.repeat(8).slice(0, length);

/** Kind, text, what must be gone. */
const SECRETS: readonly (readonly [kind: string, text: string, secret: string])[] = [
  ['password', 'DB_PASSWORD=FAKEpw9!', 'FAKEpw9!'],
  ['password', 'export PGPASSWORD="a b1c"', 'a b1c'],
  ['password', '{"dbPassword": "p@ss, word1"}', 'p@ss, word1'],
  ['password', '{"password":"ab\\"cd12"}', 'cd12'],
  ['password', '{"message":"{\\"password\\":\\"abc123\\",\\"user\\":\\"bob\\"}"}', 'abc123'],
  ['password', 'Server=h;User=sa;pwd=hunter2;Encrypt=yes', 'hunter2'],
  ['password', 'SMTP_PASS=hunter', 'hunter'],
  ['password', 'password: hunter22', 'hunter22'],
  ['password', 'my password is hunter2', 'hunter2'],
  ['password', '\u001b[31mpassword=FAKEcolour1\u001b[0m', 'FAKEcolour1'],
  ['password', 'wifi 密码：12345678', '12345678'],
  ['password', '密码改为 hunter22，请记住', 'hunter22'],
  ['password', '我的API密钥是“abcdef123456”', 'abcdef123456'],
  ['password', 'machine h login bob password hunter', 'hunter'],
  ['password', 'curl -s -u bob:hunter2 https://h', 'hunter2'],
  ['password', 'mysql -u root -phunter2 db', 'hunter2'],
  ['password', 'sshpass -p hunter2 ssh h', 'hunter2'],
  ['password', 'tool --password hunter2x', 'hunter2x'],
  ['secret', `STRIPE_API_KEY=${key('', 20)}`, key('', 20)],
  ['secret', `aws_secret_access_key = ${key('', 40)}`, key('', 40)],
  ['secret', `app_secret: ${key('', 32)}`, key('', 32)],
  ['secret', `{"client_secret":"${key('', 18)}"}`, key('', 18)],
  ['secret', `{"refreshToken":"${key('', 18)}"}`, key('', 18)],
  ['secret', 'https://h/cb?access_token=a1b2c3d4&x=1', 'a1b2c3d4'],
  ['authorization', 'Authorization: Basic Ym9iOkZBS0VodW50ZXIy', 'Ym9iOkZBS0VodW50ZXIy'],
  ['authorization', `{"authorization":"Token ${hex(20)}"}`, hex(20)],
  ['bearer', `use Bearer ${key('', 30)} for it`, key('', 30)],
  ['cookie', `Set-Cookie: sid=${key('', 20)}; HttpOnly`, key('', 20)],
  ['url-password', 'redis://:pw@h:6379/0', ':pw@'],
  ['url-password', 'postgres://app:S3cret@h/x', 'S3cret'],
  ['jwt', `eyJhbGciOiJI.eyJzdWIiOiJm.${key('', 30)}`, key('', 30)],
  ['private-key', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blb\n-----END OPENSSH PRIVATE KEY-----', 'b3Blb'],
  ['private-key', '-----BEGIN PRIVATE KEY-----\nMIIcut', 'MIIcut'],
  ['api-key', key('sk-proj-', 30), key('', 30)],
  ['api-key', `SK${hex(32)}`, hex(32)],
  ['github-token', key('ghp_', 36), key('', 36)],
  ['gitlab-token', key('glpat-', 20), key('', 20)],
  ['aws-key', `${'AKIA'}ABCDEFGH12345678`, 'ABCDEFGH12345678'],
  ['google-key', key('AIza', 35), key('', 35)],
  ['slack-token', key('xoxb-', 30), key('', 30)],
  ['hub-token', key('npm_', 36), key('', 36)],
  ['encoded-key', Buffer.from(key('sk-proj-', 30)).toString('base64'), Buffer.from(key('sk-proj-', 30)).toString('base64')],
];

const HARMLESS = [
  'The password field must not be empty. Your password is required and case-sensitive.',
  'the password is base64-encoded, the token is valid',
  'API_KEY=your-api-key-here',
  'api_key: <your-api-key>',
  'const token = getToken()',
  'const apiKey = process.env.API_KEY',
  'login(password=os.environ["PW"], token=access_token)',
  'interface Login { password: string; token: string | null }',
  '{"password": "Password must not be empty", "secret": true, "current": "current-password"}',
  '{"password": "请输入密码", "autocomplete": "new-password"}',
  '密码是什么意思？口令为必填项，令牌是用来登录的',
  'token count: 4096 tokens, max_tokens=4096, "token_type": "bearer"',
  'PWD=/home/bob/work',
  'docker run -u 1000:1000 -p 8080:80 image',
  'http://localhost:8080/a@b and http://localhost:3000?mail=a@b.c',
  'Basic information: the bearer of this letter; Cookie: a small text',
  'git clone ssh://git@example.com:22/a.git',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFAKEpublic user@host',
  `sha256:${hex(64)} 550e8400-e29b-41d4-a716-446655440000 01ARZ3NDEKTSV4RRFFQ69G5FAV`,
  'sk-learn-style-estimators-and-pipelines, risk-based-approach-to-everything',
  '-----BEGIN CERTIFICATE-----\nMIIBFAKE\n-----END CERTIFICATE-----',
  '版本 1.2.3-beta.4，电话 13800138000',
];

test.each(SECRETS)('a secret is replaced by a mark of its kind: %s in %s', (kind, text, secret) => {
  const { text: safe, found } = redact(text);
  expect(safe).not.toContain(secret);
  expect(safe).toContain(`[redacted ${kind}]`);
  expect(found).toEqual([kind]);
});

test.each(HARMLESS)('what only speaks of secrets stays as it is: %s', (text) => {
  expect(redact(text)).toEqual({ text, found: [] });
});

test('what stands beside a secret stays', () => {
  expect(redact('https://h/cb?access_token=a1b2c3d4&x=1').text).toBe('https://h/cb?access_token=[redacted secret]&x=1');
  expect(redact('密码改为 hunter22，请记住').text).toBe('密码改为 [redacted password]，请记住');
  expect(redact('redis://:pw@h:6379/0').text).toBe('redis://:[redacted url-password]@h:6379/0');
});

test('a log line with a quoted secret is still JSON', () => {
  for (const text of ['say "password=abc123"', '{"password":"abc123"}', 'password=abc123\nnext', "token='a1b2c3d4e5'"]) {
    const safe = redact(JSON.stringify({ message: text, more: 1 })).text;
    expect(safe).toContain('[redacted');
    expect(JSON.parse(safe)).toMatchObject({ more: 1 });
  }
});

/** The same numbers each time. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state;
  }
}

test('redacting twice changes nothing more, whatever stands side by side', () => {
  const pieces = [
    ...SECRETS.map(([, text]) => text),
    ...HARMLESS,
    ' ',
    '"',
    '=',
    ': ',
    '@',
    '[redacted password]',
    'password',
    'token',
    '密码',
    '&',
    ';',
  ];
  const random = numbers(7);
  for (let round = 0; round < 3_000; round += 1) {
    const text = Array.from({ length: 1 + (random.next().value % 6) }, () => pieces[random.next().value % pieces.length]).join('');
    const once = redact(text).text;
    expect(redact(once).text).toBe(once);
  }
});

const HOSTILE = [
  ...[
    'a.',
    'a-',
    'a',
    'a:',
    ' ',
    '\n',
    '"',
    '=',
    'eyJaaaaaaaa-',
    'eyJaaaaaaaa.',
    'a://b:',
    'x://',
    'a://b@',
    'sk-',
    'c2st',
    'ghp_',
    '-----BEGIN ',
  ],
  ...[
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN A',
    'password=',
    'password="',
    "password='",
    'password: ',
    'password is ',
    'password"',
    '\\"password\\":\\"',
  ],
  ...[
    'password="\\"',
    'token: "',
    'token=a',
    'api_key=',
    'curl ',
    'curl -u ',
    'mysql ',
    'mysql -p',
    'machine a login b ',
    'Cookie: a=',
    'bearer ',
  ],
  ...['authorization: ', '--token ', '密码是', '密码：a', '你好世界', '1', 'AKIA', 'xoxb-'],
];

test.each(HOSTILE)('ten times the text takes about ten times as long: %j', (piece) => {
  // The processor's time, not the clock's: another program on the machine does not count.
  const time = (length: number): number => {
    const text = piece.repeat(length / piece.length);
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 5; round += 1) {
      const start = process.cpuUsage();
      redact(text);
      best = Math.min(best, process.cpuUsage(start).user);
    }
    return best;
  };
  time(20_000);
  expect(time(200_000) / Math.max(time(20_000), 1_000)).toBeLessThan(30);
});
