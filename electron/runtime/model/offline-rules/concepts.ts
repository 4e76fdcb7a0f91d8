/** Words that mean the same in a question and in a note, in both languages, and what belongs to a kind of thing. */
import { stem } from '#runtime/text/stem';

/** One row a concept; what is asked of a thing (`asked`) does not say which thing it is. */
const ASKED: readonly string[] = [
  'code pin password passcode passphrase combination pwd 密码 口令 暗号 验证码 密碼',
  'number no 号码 编号 号',
  'extension ext 分机 分机号 内线',
  'phone telephone mobile cell cellphone tel 电话 手机 手机号 电话号码 座机',
  'address 地址 住址',
  'email e-mail mail 邮箱 邮件地址 电子邮件',
  'birthday birthdate born 生日 出生',
  'anniversary 纪念日',
  'name called named 名字 姓名 叫什么 名叫 叫',
  'size 尺码 尺寸 鞋码',
  'price cost 价格 价钱 多少钱',
  'deadline due 截止 期限 交付日',
  'account 账号 账户',
  'username login 用户名',
  'height 身高',
  'weight 体重',
  'job occupation profession work 职业 工作',
];
const SAME: readonly string[] = [
  'wifi wi-fi wlan 无线 无线网',
  'locker 储物柜 柜子 更衣柜',
  'key keys 钥匙',
  'spare backup 备用',
  'invoice invoices bill 发票',
  'contract contracts agreement 合同',
  'meeting appointment conference 会议 开会 会面',
  'allergic allergy allergies 过敏',
  'car vehicle 车 汽车',
  'doctor physician 医生',
  'dentist 牙医',
  'passport 护照',
  'folder 文件夹',
  'framework frameworks 框架',
  'colour color colours colors 颜色',
  'language languages 语言',
  'editor ide 编辑器',
  'server 服务器',
  'office 办公室',
  'wife 妻子 老婆 太太',
  'husband 丈夫 老公',
  'son 儿子',
  'daughter 女儿',
  'mother mom mum 妈妈 母亲',
  'father dad 爸爸 父亲',
  'boss manager 老板 经理',
  'flight plane 航班 飞机',
  'train 火车 高铁',
  'home house apartment flat live lives living reside 住在 居住 住',
  'cabin 小屋',
  'parking parked park 停车 车位',
  'coffee 咖啡',
  'tea 茶',
  'movie film 电影',
  'favourite favorite favourites favorites 最爱',
  'web website 网站 网页',
];
/** What a person feels or does with a thing they choose: says that a preference is asked, not which. */
const PREFERENCE =
  'prefer preferred prefers preference like likes liked love loves enjoy favourite favorite favour favor hate dislike use uses using choose 喜欢 偏好 偏爱 爱 最爱 常用 习惯 惯用 讨厌 爱用 用';

const MEMBERS: readonly (readonly [kind: string, members: RegExp])[] = [
  [
    'framework',
    /\b(?:django|flask|fastapi|rails|react|vue|svelte|angular|next\.?js|nuxt|express|spring|laravel|symfony|phoenix|ember|solid(?:js)?|nest(?:js)?|gin|axum|actix|tornado|remix|astro|qwik|koa|sinatra|pytorch|tensorflow|electron|tauri|flutter)\b/,
  ],
  [
    'editor',
    /\b(?:vim|neovim|nvim|emacs|vs ?code|visual studio|sublime|intellij|pycharm|webstorm|nano|helix|zed|atom|notepad\+*|xcode|jetbrains|cursor)\b/,
  ],
  [
    'language',
    /\b(?:python|javascript|typescript|java|rust|go|golang|c\+\+|c#|ruby|php|swift|kotlin|scala|haskell|elixir|perl|lua|english|chinese|mandarin|french|german|spanish|japanese|cantonese|italian|korean|russian|portuguese)\b|中文|英文|英语|法语|德语|日语|普通话|粤语|西班牙语|韩语/,
  ],
  [
    'colour',
    /\b(?:red|green|blue|yellow|black|white|orange|purple|pink|grey|gray|brown|teal|navy|violet|indigo|turquoise|gold|silver|beige)\b|[红绿蓝黄黑白橙紫粉灰棕青金银]色?/,
  ],
  ['database', /\b(?:postgres(?:ql)?|mysql|sqlite|mongo(?:db)?|redis|oracle|mariadb|cassandra|duckdb)\b/],
  ['browser', /\b(?:firefox|chrome|safari|edge|brave|vivaldi|opera|chromium|arc)\b|火狐|谷歌浏览器/],
  ['system', /\b(?:linux|ubuntu|debian|fedora|arch|windows|macos|mac|android|ios|freebsd|nixos)\b/],
  [
    'drink',
    /\b(?:coffee|tea|water|juice|beer|wine|milk|cola|coke|espresso|latte|cappuccino|matcha|lemonade|whisky|whiskey)\b|咖啡|茶|水|果汁|啤酒|牛奶|可乐|豆浆|酒/,
  ],
  [
    'food',
    /\b(?:pizza|sushi|pasta|rice|noodles|dumplings|salad|soup|bread|cheese|chocolate|fish|chicken|beef|pork|tofu|curry|ramen|tacos?|burger|fruit|apples?|mangoe?s?)\b|面|饭|饺子|火锅|辣|米|鱼|肉|菜|披萨|寿司|水果|豆腐|烧烤|粥/,
  ],
  ['pet', /\b(?:dog|cat|hamster|rabbit|parrot|fish|turtle|puppy|kitten)\b|[狗猫兔鱼鸟龟]|仓鼠/],
  [
    'sport',
    /\b(?:football|soccer|basketball|tennis|badminton|swimming|running|cycling|hiking|yoga|climbing|skiing|golf|volleyball|baseball|table tennis)\b|[足篮网排羽棒]毛?球|乒乓|游泳|跑步|骑车|爬山|瑜伽|滑雪/,
  ],
  ['music', /\b(?:jazz|rock|pop|classical|blues|hip[- ]hop|rap|techno|folk|metal|country)\b|爵士|摇滚|古典|流行|民谣/],
];
const KIND_WORDS: Readonly<Record<string, string>> = {
  framework: 'framework',
  frameworks: 'framework',
  框架: 'framework',
  editor: 'editor',
  editors: 'editor',
  ide: 'editor',
  编辑器: 'editor',
  language: 'language',
  languages: 'language',
  语言: 'language',
  colour: 'colour',
  color: 'colour',
  colours: 'colour',
  colors: 'colour',
  颜色: 'colour',
  database: 'database',
  databases: 'database',
  数据库: 'database',
  browser: 'browser',
  浏览器: 'browser',
  os: 'system',
  操作系统: 'system',
  系统: 'system',
  drink: 'drink',
  drinks: 'drink',
  饮料: 'drink',
  喝: 'drink',
  beverage: 'drink',
  food: 'food',
  foods: 'food',
  dish: 'food',
  eat: 'food',
  食物: 'food',
  吃: 'food',
  菜: 'food',
  pet: 'pet',
  pets: 'pet',
  宠物: 'pet',
  sport: 'sport',
  sports: 'sport',
  运动: 'sport',
  music: 'music',
  genre: 'music',
  音乐: 'music',
};
/** Kinds whose members are mostly proper names that no list holds. */
const OPEN_KINDS = new Set(['framework', 'editor', 'database', 'browser', 'system']);

/** Short words stay whole: a stem would make id of ide. */
function formOf(word: string): string {
  return word.length > 3 && /^[a-z0-9-]+$/.test(word) ? stem(word) : word;
}

const rowOf = new Map<string, string>();
for (const [prefix, rows] of [
  ['?', ASKED],
  ['=', SAME],
] as const) {
  for (const row of rows) {
    const words = row.split(' ');
    for (const word of words) rowOf.set(formOf(word), prefix + (words[0] ?? ''));
  }
}
const preferences = new Set(PREFERENCE.split(' ').map(formOf));
const hanWords = [...rowOf.keys(), ...preferences, ...Object.keys(KIND_WORDS)]
  .filter((word) => /\p{Script=Han}/u.test(word))
  .sort((a, b) => b.length - a.length);

/** Chinese words that are concepts of their own, longest first, for cutting a run of characters. */
export const HAN_CONCEPTS = new RegExp(`(${[...new Set(hanWords)].join('|')})`, 'u');

export type Role = { readonly as: 'asked' | 'same' | 'preference' | 'word'; readonly id: string; readonly kind?: string };

/** What a word (folded, not stemmed) stands for. */
export function roleOf(word: string): Role {
  const form = formOf(word);
  const kind = Object.hasOwn(KIND_WORDS, word) ? KIND_WORDS[word] : undefined;
  const row = rowOf.get(form);
  if (kind !== undefined) return { as: 'same', id: row ?? `=${kind}`, kind };
  if (preferences.has(form)) return { as: 'preference', id: '~' };
  if (row !== undefined) return { as: row.startsWith('?') ? 'asked' : 'same', id: row };
  return { as: 'word', id: form };
}

/** Whether a folded line names something of the kind; for kinds of proper names a name after a word of preference is enough. */
export function holdsMember(line: string, raw: string, kind: string): boolean {
  const known = MEMBERS.find(([name]) => name === kind)?.[1];
  if (known?.test(line) === true) return true;
  if (MEMBERS.some(([, members]) => members.test(line))) return false;
  return OPEN_KINDS.has(kind) && /(?:prefer|like|love|use|using|with|in|enjoy)\s+\p{Lu}|[用欢爱]\s*[A-Za-z]/u.test(raw);
}

/** The plain words of a kind's pattern; a class of characters is one word each. */
function membersOf(kind: string): string[] {
  const source = OPEN_KINDS.has(kind) ? '' : (MEMBERS.find(([name]) => name === kind)?.[1].source ?? '');
  const words = source.replace(/\\b/g, ' ').replace(/\[(\p{Script=Han}+)\]/gu, (_, characters: string) => ` ${[...characters].join(' ')} `);
  return words.match(/[a-z]{3,}|\p{Script=Han}+/gu) ?? [];
}

/** Other words for the question's concepts, in both languages, for a second search; empty when it holds none. */
export function otherWords(concepts: readonly Role[]): string {
  const out = new Set<string>();
  for (const role of concepts) {
    if (role.as === 'preference') for (const word of PREFERENCE.split(' ')) out.add(word);
    for (const word of role.kind === undefined || role.as !== 'same' ? [] : membersOf(role.kind)) out.add(word);
    const row = [...ASKED, ...SAME].find((candidate) => candidate.split(' ')[0] === role.id.slice(1));
    if (row === undefined) continue;
    for (const word of row.split(' ')) out.add(word);
  }
  return [...out].join(' ');
}
