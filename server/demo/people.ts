import type { Role } from '#contract/session.ts'

/** Password of every demo account; it obeys the rule of spec section 5. */
export const DEMO_PASSWORD = 'Lake-2026'

/** Invented people; the first four are told to whoever starts the demo. */
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
/** People whom the start names. */
export const WELCOMED = 4
