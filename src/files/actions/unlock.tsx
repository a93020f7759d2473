import { UnlockOutlined } from '@ant-design/icons'
import { explain } from '#contract/core/policy.ts'
import { files } from '#contract/files.ts'
import { CallFailure, call } from '#providers/call.ts'
import { present } from '#providers/errors.ts'
import type { ActionContext } from '../action-context.ts'
import { type Action, hasOne } from './action.ts'

/**
 * Ends the item's locks; returns whether they were ended. Only the server knows who holds a lock, and only the owner
 * may end those of others.
 */
async function end(context: ActionContext, hash: string): Promise<boolean> {
  try {
    await call(files.unlock, { spaceId: context.space.id, hash }, { quiet: true })
    return true
  } catch (failure) {
    const isForbidden = failure instanceof CallFailure && failure.error === 'fileForbidden'
    if (isForbidden) context.refuse(explain(context.actor, 'space.unlock', context.policyContext))
    else present(failure)
    return false
  }
}

/** Ends the locks that programs hold on an item. */
export const unlock: Action = {
  name: 'unlock',
  icon: <UnlockOutlined />,
  isVisible: (context) =>
    context.policyContext.myRole !== null &&
    hasOne(context) &&
    context.selected.every(({ hash }) => context.badgesOf(hash)?.lockedBy),
  refusal: () => null,
  run: async (context) => {
    const [record] = context.selected
    if (!record || !(await end(context, record.hash))) return
    context.say('files.unlocked', { name: record.name })
    await context.reload()
  },
}
