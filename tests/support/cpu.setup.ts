import { afterAll, expect } from 'vitest'
import { cpuSeconds, noteCpu } from './cpu.ts'

/** Once for each file of tests, before it is read; its own hooks have run when this one does. */
const begunAt = cpuSeconds()
afterAll(() => noteCpu(expect.getState().testPath ?? '', cpuSeconds() - begunAt))
