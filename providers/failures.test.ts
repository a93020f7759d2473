import i18next from 'i18next'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import zh from '../locales/zh/errors.json' with { type: 'json' }
import { CallFailure, isAway, mayRetry, NetworkFailure, PartFailure, sentenceOf } from './failures.ts'

beforeAll(async () => {
  const speaker = i18next.createInstance()
  await speaker.init({ lng: 'zh', resources: { zh: { translation: { errors: zh } } } })
  const spoken = vi.spyOn(i18next, 't').mockImplementation(speaker.t as never)
  return () => spoken.mockRestore()
})

const refusal = (code: number, rest: object = {}) =>
  new CallFailure({ code, message: '湖面结冰', data: null, error: 'x', requestId: 'r-42', ...rest } as never)

describe('the sentence of a failure', () => {
  test('is the server’s', () => expect(sentenceOf(refusal(-1))).toBe('湖面结冰'))

  test('of code 1 and 202 is in its data', () => {
    expect(sentenceOf(refusal(202, { data: '在数据里' }))).toBe('在数据里')
    expect(sentenceOf(refusal(1, { data: { a: 1 } }))).toBe('湖面结冰')
  })

  test('names the request of an unexpected failure, if there is one', () => {
    expect(sentenceOf(refusal(500))).toBe('湖面结冰 · 请求编号 r-42')
    expect(sentenceOf(refusal(500, { requestId: undefined }))).toBe('湖面结冰')
  })

  test('is there when the server says nothing', () => {
    expect(sentenceOf(refusal(-1, { message: undefined }))).toBe('未知错误')
  })

  test('of a lost network is the general one', () => {
    expect(sentenceOf(new NetworkFailure('x'))).toBe('系统错误或网络超时，请重试')
    expect(sentenceOf(new Error('x'))).toBe('系统错误或网络超时，请重试')
  })

  test('of a browser that has no connection says so, unless a server answered', () => {
    vi.stubGlobal('navigator', { onLine: false })
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(sentenceOf(new NetworkFailure('x'))).toBe('没有网络连接，请检查网络后重试')
    expect(sentenceOf(new PartFailure('x'))).toBe('没有网络连接，请检查网络后重试')
    expect(sentenceOf(new NetworkFailure('x', 502))).toBe('系统错误或网络超时，请重试')
    expect(sentenceOf(refusal(-1))).toBe('湖面结冰')
  })

  test('of a part of the page that did not come asks to reload the page', () => {
    expect(sentenceOf(new PartFailure('x'))).toBe('页面的这一部分未能加载，请刷新页面后重试')
  })

  test.each([
    ['delete', '删除失败'],
    ['remove', '移除失败'],
    ['cancel', '取消失败'],
    ['set', '设置失败'],
    ['restartTask', '任务重启失败'],
    ['deleteTask', '任务删除失败'],
    ['join', '加入申请提交失败'],
  ] as const)('of a call that would %s says %s first', (act, what) => {
    expect(sentenceOf(Object.assign(refusal(-1), { act }))).toBe(`${what}：湖面结冰`)
    expect(sentenceOf(Object.assign(new NetworkFailure('x'), { act }))).toMatch(what)
  })
})

test('what is refused for good is not asked again', () => {
  expect([403, 404].map((code) => mayRetry(refusal(code)))).toEqual([false, false])
  expect([500, 502, -2].map((code) => mayRetry(refusal(code)))).toEqual([true, true, true])
  expect(mayRetry(new NetworkFailure('x'))).toBe(true)
})

test.each([
  [new NetworkFailure('no route'), true],
  [new NetworkFailure('status 502', 502), true],
  [new NetworkFailure('status 413', 413), false],
  [new NetworkFailure('status 504', 504), false],
  [new Error('x'), false],
])('a server that was not reached is away, one that answered or may still work on it is not: %s', (failure, away) => {
  expect(isAway(failure)).toBe(away)
})
