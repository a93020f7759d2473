import type { Role } from '#contract/session.ts'

/** Password of every demo account; it obeys the rule of spec section 5. */
export const DEMO_PASSWORD = 'Lake-2026'

/** Invented people, one or two of each role. */
export const people = [
  { key: 'lin', email: 'lin@demo.test', name: '林蔚', role: 'role_senior' },
  { key: 'okafor', email: 'okafor@demo.test', name: 'Ngozi Okafor', role: 'role_senior' },
  { key: 'zhang', email: 'zhang@demo.test', name: '张启明', role: 'role_general' },
  { key: 'sorensen', email: 'sorensen@demo.test', name: 'Astrid Sørensen', role: 'role_general' },
] as const satisfies readonly { key: string; email: string; name: string; role: Role }[]
export type PersonKey = (typeof people)[number]['key']
