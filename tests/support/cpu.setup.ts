import { afterAll, expect } from 'vitest'
import { cpuSeconds, noteCpu } from './cpu.ts'

/** Runs once per test file before the file is loaded; this afterAll runs after the file's own hooks. */
const begunAt = cpuSeconds()
afterAll(() => noteCpu(expect.getState().testPath ?? '', cpuSeconds() - begunAt))
