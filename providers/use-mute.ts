import { useQueryClient } from '@tanstack/react-query'
import { messages } from '#contract/messages.ts'
import { call } from './call.ts'
import { messageKeys } from './messages.ts'
import { useTask } from './use-task.ts'

/** Mutes and unmutes spaces; everything that shows messages is refetched. */
export function useMute() {
  const client = useQueryClient()
  const { isBusy, problem, run } = useTask()
  const mute = (spaceId: string, isOn: boolean) =>
    run(async () => {
      await call(messages.mute, { spaceId, isOn }, { quiet: true })
      await client.invalidateQueries({ queryKey: messageKeys.all })
    })
  return { isBusy, problem, mute }
}
