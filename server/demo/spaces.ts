import { diatoms } from './diatoms/index.ts'
import { lake } from './lake/index.ts'
import type { DemoSpace } from './sample.ts'
import { shore } from './shore/index.ts'
import { thesis } from './thesis/index.ts'

/** The spaces of an invented institute. */
export const demoSpaces: readonly DemoSpace[] = [lake, shore, diatoms, thesis]
