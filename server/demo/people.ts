import type { Role } from '#contract/session.ts'

/** Password of every demo account; it obeys the rule of spec section 5. */
export const DEMO_PASSWORD = 'Lake-2026'

/** Invented people; the demo prints the accounts of the first four. */
export const people = [
  { key: 'lin', email: 'lin@demo.test', name: '林蔚', role: 'role_senior', unit: '湖泊生态研究室' },
  { key: 'okafor', email: 'okafor@demo.test', name: 'Ngozi Okafor', role: 'role_senior', unit: '分子生态平台' },
  { key: 'zhang', email: 'zhang@demo.test', name: '张启明', role: 'role_general', unit: '湖泊生态研究室' },
  { key: 'sorensen', email: 'sorensen@demo.test', name: 'Astrid Sørensen', role: 'role_general', unit: '物理湖沼组' },
  { key: 'he', email: 'he@demo.test', name: '何知秋', role: 'role_general', unit: '分子生态平台' },
  { key: 'ibarra', email: 'ibarra@demo.test', name: 'Mateo Ibarra', role: 'role_general', unit: '遥感与制图组' },
  { key: 'zhou', email: 'zhou@demo.test', name: '周念慈', role: 'role_general', unit: '遥感与制图组' },
  { key: 'raman', email: 'raman@demo.test', name: 'Priya Raman', role: 'role_senior', unit: '数据与计算中心' },
  { key: 'su', email: 'su@demo.test', name: '苏禾', role: 'role_general', unit: '湖泊生态研究室' },
  { key: 'lindqvist', email: 'lindqvist@demo.test', name: 'Jonas Lindqvist', role: 'role_general', unit: '物理湖沼组' },
] as const satisfies readonly { key: string; email: string; name: string; role: Role; unit: string }[]
export type PersonKey = (typeof people)[number]['key']
/** Number of accounts that are printed at the start. */
export const WELCOMED = 4

/**
 * Further users of the institute, who are in none of the spaces. `daysAgo`: when they signed up, more of them during
 * the term.
 */
export const colleagues: readonly { email: string; name: string; unit: string; daysAgo: number }[] = [
  ['吴汀', '湖泊生态研究室', 117],
  ['Elena Marchetti', '物理湖沼组', 112],
  ['梁舒', '数据与计算中心', 104],
  ['唐牧野', '湖泊生态研究室', 98],
  ['Henrik Dahl', '物理湖沼组', 91],
  ['沈知微', '分子生态平台', 85],
  ['罗一帆', '遥感与制图组', 82],
  ['Amara Diallo', '分子生态平台', 79],
  ['贺兰溪', '湖泊生态研究室', 78],
  ['Tomás Herrera', '遥感与制图组', 77],
  ['顾清和', '分子生态平台', 71],
  ['邵远', '数据与计算中心', 63],
  ['Yuki Tanabe', '物理湖沼组', 55],
  ['孟夏', '湖泊生态研究室', 49],
  ['Clara Weiss', '分子生态平台', 44],
  ['崔明朗', '遥感与制图组', 36],
  ['Samuel Osei', '湖泊生态研究室', 29],
  ['董若水', '湖泊生态研究室', 24],
  ['Freya Halvorsen', '物理湖沼组', 22],
  ['叶初', '分子生态平台', 17],
  ['Ravi Menon', '数据与计算中心', 12],
  ['于行舟', '遥感与制图组', 11],
  ['Lucía Prado', '湖泊生态研究室', 6],
  ['白鹭鸣', '湖泊生态研究室', 2],
].map(([name, unit, daysAgo], i) => ({
  email: `colleague${i + 1}@demo.test`,
  name: String(name),
  unit: String(unit),
  daysAgo: Number(daysAgo),
}))
