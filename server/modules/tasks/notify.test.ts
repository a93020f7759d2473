import { expect, test } from 'vitest'
import { progressPublisher } from './notify.ts'

test('whoever stops the progress of a task goes on only after the last of it was published', async () => {
  const heard: string[] = []
  const publishing = Promise.withResolvers<void>()
  const publisher = progressPublisher(async () => {
    await publishing.promise
    heard.push('progress')
  })
  publisher.changed()
  const ended = publisher.stop().then(() => heard.push('end'))
  publishing.resolve()
  await ended
  expect(heard).toEqual(['progress', 'end'])
})
