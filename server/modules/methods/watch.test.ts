import { describe, expect, test } from 'vitest'
import { MethodError, ReturnError } from './adapter.ts'
import { watch } from './watch.ts'

const failing = () => Promise.reject(new MethodError('down', 'refused'))
const adviceOf = (call: Promise<unknown>) =>
  call.then(
    () => 'fine',
    (error: MethodError) => error.advice,
  )

describe('the health of methods', () => {
  test('what strangers send never makes a method count as failing', async () => {
    const seen = watch(() => new Date(0))
    for (let tries = 0; tries < 5; tries++) {
      const nonsense = () => Promise.reject(new ReturnError('code', 'codeRefused'))
      expect(await adviceOf(seen.run('a', nonsense, () => true))).toBe('codeRefused')
    }
    expect(seen.of('a').state).toBe('unknown')
  })

  test('one failure counts once, however often it is told', () => {
    const seen = watch(() => new Date(0))
    const error = new MethodError('down', 'refused')
    seen.report('a', { ms: 1, error })
    seen.report('a', { ms: 1, error })
    expect(seen.of('a')).toMatchObject({ state: 'failing', failures: 1 })
  })

  test('a success between failures begins anew; only three in a row make it rest', async () => {
    let nowMs = 0
    const seen = watch(() => new Date(nowMs))
    const fine = () =>
      seen.run(
        'a',
        async () => 'x',
        () => true,
      )
    for (const call of [failing, failing]) await adviceOf(seen.run('a', call, () => true))
    await fine()
    for (const call of [failing, failing]) await adviceOf(seen.run('a', call, () => true))
    expect(await adviceOf(seen.run('a', failing, () => true))).toBe('refused')
    expect(await adviceOf(fine())).toBe('tripped')
    nowMs = 15_001
    expect(await adviceOf(fine())).toBe('fine')
    expect(seen.of('a')).toMatchObject({ state: 'ok', failures: 0 })
  })

  test('while one tries again the others still wait', async () => {
    let nowMs = 0
    const seen = watch(() => new Date(nowMs))
    for (const call of [failing, failing, failing]) await adviceOf(seen.run('a', call, () => true))
    nowMs = 15_001
    const trying = seen.run(
      'a',
      () => new Promise((resolve) => setTimeout(resolve, 20)),
      () => true,
    )
    expect(await adviceOf(seen.run('a', failing, () => true))).toBe('tripped')
    await trying
  })

  test('a slow answer is told as slow, and forgotten after ten minutes', () => {
    let nowMs = 0
    const seen = watch(() => new Date(nowMs))
    seen.report('a', { ms: 2500 })
    expect(seen.of('a').state).toBe('slow')
    expect(seen.isBad('a')).toBe(true)
    nowMs = 600_001
    expect(seen.isBad('a')).toBe(false)
  })
})
