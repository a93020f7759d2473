import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryConfig } from './query.ts'

/** A client with a query in use, whose answers come when the test gives them. */
function asked() {
  const client = new QueryClient(queryConfig)
  const waiting: ((answer: string) => void)[] = []
  const queryKey = [crypto.randomUUID()]
  const queryFn = () => new Promise<string>((resolve) => waiting.push(resolve))
  const observer = new QueryObserver(client, { queryKey, queryFn })
  const seen: (string | undefined)[] = []
  const stop = observer.subscribe(({ data }) => void seen.push(data))
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  return { client, queryKey, waiting, seen, settled, stop }
}

test('what is invalidated before its first answer is asked again after it', async () => {
  const { client, queryKey, waiting, seen, settled, stop } = asked()
  void client.invalidateQueries({ queryKey })
  waiting[0]?.('old')
  await settled()
  expect(waiting).toHaveLength(2)
  waiting[1]?.('new')
  await settled()
  expect(seen.at(-1)).toBe('new')
  stop()
})

test('an answer that nothing invalidated is asked once', async () => {
  const { waiting, seen, settled, stop } = asked()
  waiting[0]?.('old')
  await settled()
  expect(waiting).toHaveLength(1)
  expect(seen.at(-1)).toBe('old')
  stop()
})
