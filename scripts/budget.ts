/** `npm run test:budget`: writes the processor time of each file in the last `npm test` to tests/budget.json. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { CPU_FIGURES, type Figures, figuresIn, newBudget } from './test-budget.ts'

const table = new URL('../tests/budget.json', import.meta.url)
const budget = JSON.parse(readFileSync(table, 'utf8')) as Figures
const rows = newBudget(figuresIn(readFileSync(CPU_FIGURES, 'utf8')), budget, existsSync)
writeFileSync(table, `${JSON.stringify(rows, null, 2)}\n`)
