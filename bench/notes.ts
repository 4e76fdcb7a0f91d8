/** Writes a workspace of daily notes in English and Chinese, the same for the same numbers, with places that a search must find. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Probe {
  readonly query: string;
  /** Where the answer stands. */
  readonly path: string;
  readonly line: number;
}

export interface NotesMade {
  readonly files: number;
  readonly bytes: number;
  /** Questions with one answer each. */
  readonly probes: readonly Probe[];
  /** Questions as they come, with many answers or none. */
  readonly questions: readonly string[];
}

const PEOPLE = ['Amira', 'Jonas', 'Chen Wei', 'Priya', 'Marta', 'Tomás', 'Yuki', 'Olu'];
const ZH_PEOPLE = ['林晓', '赵强', '孙丽', '周敏', '吴迪', '郑爽', '何静'];
const WORK = [
  'reviewed the draft of',
  'rewrote half of',
  'shipped a first version of',
  'found two mistakes in',
  'postponed',
  'measured',
  'explained',
  'asked for changes in',
];
const THINGS = [
  'the billing export',
  'the onboarding checklist',
  'the photo import',
  'the search page',
  'the backup plan',
  'the translation sheet',
  'the printer setup',
  'the garden calendar',
  'the lease contract',
  'the travel budget',
];
const REASONS = [
  'because the numbers did not add up',
  'after a long call',
  'before lunch',
  'while waiting for the train',
  'at the request of the landlord',
];
const ZH_LINES = [
  '和{who}讨论了{thing}，决定下周再看一遍',
  '{who}说{thing}的进度比预期慢，需要多留两天',
  '把{thing}整理好发给了{who}，还差最后一页',
  '{thing}出了点问题，{who}晚上会重新检查',
  '下午去看了{thing}，顺便买了水果和牛奶',
  '{who}提醒我{thing}要在月底之前完成',
];
const ZH_THINGS = ['账单导出', '新人清单', '照片导入', '搜索页面', '备份计划', '翻译表', '打印机设置', '菜园日历', '租房合同', '旅行预算'];

/** One line a fact; `#` stands for a number of its own. */
const FACTS: readonly { readonly fact: string; readonly query: string }[] = [
  { fact: 'The spare key for locker # lies behind the third flower pot.', query: 'Where is the spare key for locker #?' },
  { fact: 'Model # of the dishwasher needs a new seal every spring.', query: 'what does dishwasher model # need' },
  { fact: 'Dentist appointment number # moved to Friday morning.', query: 'dentist appointment number #' },
  { fact: '储物柜#号的备用钥匙放在蓝色工具箱第三层。', query: '储物柜#号的备用钥匙放哪儿了？' },
  { fact: '快递单号#的包裹寄存在门卫老李那里。', query: '单号#的包裹寄存在哪里' },
  { fact: '体检报告#显示维生素偏低，医生建议多晒太阳。', query: '体检报告#说了什么？' },
];

const QUESTIONS = [
  'What did Amira say about the billing export?',
  'who postponed the travel budget',
  'printer setup problems',
  'What happened yesterday?',
  'what did I do last week with Jonas',
  'What is the current state of the backup plan?',
  'lease contract landlord',
  'notes about the translation sheet in March',
  '林晓对账单导出说了什么？',
  '租房合同什么时候要完成',
  '昨天和谁讨论了旅行预算',
  '上周的菜园日历怎么样了',
  '目前备份计划的进度如何',
  '谁检查了打印机设置',
  '去年的搜索页面出了什么问题',
  'quantum chromodynamics lattice',
];

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 0x1_0000_0000;
  };
}

/** The last note is of `end` (YYYY-MM-DD), the others of the days before. A probe stands in every twentieth note. */
export function writeNotes(root: string, count: number, end = '2026-09-01'): NotesMade {
  const next = generator(20_260_901);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  mkdirSync(join(root, 'memory'), { recursive: true });
  const probes: Probe[] = [];
  let bytes = 0;
  const last = Date.parse(`${end}T00:00:00Z`);
  for (let index = 0; index < count; index += 1) {
    const day = new Date(last - index * 86_400_000).toISOString().slice(0, 10);
    const path = `memory/${day}.md`;
    const lines = [`# ${day}`, ''];
    for (let item = 0; item < 12; item += 1) {
      lines.push(
        `- ${pick(PEOPLE)} ${pick(WORK)} ${pick(THINGS)} ${pick(REASONS)}; it took ${Math.floor(next() * 200)} minutes, ticket ${1000 + Math.floor(next() * 9000)}.`,
      );
      if (item % 2 === 0) lines.push(`- ${pick(ZH_LINES).replace('{who}', pick(ZH_PEOPLE)).replace('{thing}', pick(ZH_THINGS))}。`);
    }
    if (index % 20 === 7) {
      const { fact, query } = FACTS[probes.length % FACTS.length] as (typeof FACTS)[number];
      const number = String(31_000 + probes.length * 7);
      lines.splice(6, 0, `- ${fact.replace('#', number)}`);
      probes.push({ query: query.replace('#', number), path, line: 7 });
    }
    const text = `${lines.join('\n')}\n`;
    bytes += Buffer.byteLength(text);
    writeFileSync(join(root, path), text);
  }
  const memory = '# MEMORY\n\n- The user prefers short answers.\n- 用户喜欢深色主题。\n- I prefer Django for web work.\n';
  writeFileSync(join(root, 'MEMORY.md'), memory);
  return { files: count + 1, bytes: bytes + memory.length, probes, questions: QUESTIONS };
}
