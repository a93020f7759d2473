import { describe, expect, test } from 'vitest'
import { CallFailure } from '#providers/failures.ts'
import { refusalIn, ShownError, shownMessage } from './shown-error.ts'

const answer = (body: string, status = 404) => new Response(body, { status })
const refusal = { code: 404, error: 'fileGone', message: '文件已不在', data: null, requestId: '' } as const

describe('what a preview that fails says', () => {
  test.each([
    [
      'the sentence of the server, where bytes were asked for',
      () => refusalIn(answer(JSON.stringify(refusal))),
      '文件已不在',
    ],
    ['nothing of an answer that is no refusal of ours', () => refusalIn(answer('<html>Bad gateway', 502)), ''],
    ['nothing of a message that is no text', () => refusalIn(answer('{"message":{}}')), ''],
    [
      'the sentence of the server, where a call was refused',
      async () => new CallFailure(refusal as never),
      '文件已不在',
    ],
    ['what a component said', async () => new ShownError('没有可读的页'), '没有可读的页'],
    ['nothing of what is meant for whoever mends it', async () => new TypeError('x is undefined'), ''],
  ])('is %s', async (_what, failure, message) => {
    expect(shownMessage(await failure())).toBe(message)
  })
})
