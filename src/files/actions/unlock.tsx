import { UnlockOutlined } from '@ant-design/icons'
import { files } from '#contract/files.ts'
import { explain } from '#contract/policy.ts'
import { CallFailure, call } from '#providers/call.ts'
import { present } from '#providers/errors.ts'
import type { Desk } from '../desk.ts'
import { type Action, hasOne } from './action.ts'

/** Whose locks they are only the server knows: those of others are the owner's to end. Whether they are ended. */
async function end(desk: Desk, hash: string): Promise<boolean> {
  try {
    await call(files.unlock, { spaceId: desk.space.id, hash }, { quiet: true })
    return true
  } catch (failure) {
    const isForbidden = failure instanceof CallFailure && failure.error === 'fileForbidden'
    if (isForbidden) desk.refuse(explain(desk.actor, 'space.unlock', desk.facts))
    else present(failure)
    return false
  }
}

/** Ends what programs hold on an item. */
export const unlock: Action = {
  name: 'unlock',
  icon: <UnlockOutlined />,
  isVisible: (desk) =>
    desk.facts.myRole !== null && hasOne(desk) && desk.marked.every(({ hash }) => desk.markOf(hash)?.lockedBy),
  refusal: () => null,
  run: async (desk) => {
    const [record] = desk.marked
    if (!record || !(await end(desk, record.hash))) return
    desk.say('files.unlocked', { name: record.name })
    await desk.reload()
  },
}
