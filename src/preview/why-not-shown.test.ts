import i18next from 'i18next'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { NetworkFailure, PartFailure, reasonOf } from '#providers/failures.ts'
import { Changed } from './ranges.ts'
import { ShownError } from './shown-error.ts'
import { whyNotShown } from './why-not-shown.ts'

beforeAll(() => i18next.init({ lng: 'cimode' }))
afterEach(() => vi.unstubAllGlobals())
const { signal } = new AbortController()
const unread = new Error('no FITS file')
const answers = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer))

describe('a preview that fails says', () => {
  test('what its viewer or the server said, without asking for the file', async () => {
    answers(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await whyNotShown(new ShownError('No readable page'), '/a', signal)).toBe('No readable page')
    expect(await whyNotShown(new Changed(), '/a', signal)).toBe('preview.changed')
    expect(await whyNotShown(new PartFailure('late'), '/a', signal)).toBe('errors.part')
    expect(fetch).not.toHaveBeenCalled()
  })

  test('that the file may be damaged, where its bytes come', async () => {
    answers(async () => new Response('S', { status: 206 }))
    expect(await whyNotShown(unread, '/a', signal)).toBe('preview.damaged')
    expect(fetch).toHaveBeenCalledWith('/a', { signal, headers: { range: 'bytes=0-0' } })
  })

  test('why they do not come: the refusal of the server, or the connection', async () => {
    answers(async () => new Response('{"message":"The file is gone"}', { status: 404 }))
    expect(await whyNotShown(unread, '/a', signal)).toBe('The file is gone')
    answers(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await whyNotShown(unread, '/a', signal)).toBe(reasonOf(new NetworkFailure()))
    answers(async () => new Response('<html>Bad gateway', { status: 502 }))
    expect(await whyNotShown(unread, '/a', signal)).toBe(reasonOf(new NetworkFailure()))
  })
})
