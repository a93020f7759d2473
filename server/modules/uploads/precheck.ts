import { isFolder } from '#contract/core/directory.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import type { Conflict, FileRecord } from '#contract/files.ts'
import { CHECK_EXISTS, checkRefusals, type uploads } from '#contract/uploads.ts'
import { nullIfRefused } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { EnteredSpace, SpaceService } from '#server/modules/spaces/index.ts'
import type { Stated, Twin, UploadStore } from './store.ts'

export type CheckInput = ParsedOf<typeof uploads.check>
export type CheckAnswer = { code: number; reason?: keyof typeof checkRefusals; checkId?: string; file?: FileRecord }

export const refuse = (reason: keyof typeof checkRefusals): CheckAnswer => ({ code: checkRefusals[reason], reason })

/** The result of a taken name before any byte is sent; null: continue. */
export function answerTakenName(
  { conflict, isSame }: { conflict: Conflict; isSame: boolean },
  holder: FileRecord,
  space: EnteredSpace,
  actor: SignedIn,
): CheckAnswer | null {
  if (conflict === 'keepBoth') return null
  if (isSame || conflict === 'skip') return { code: CHECK_EXISTS, file: holder }
  if (conflict === 'refuse' || isFolder(holder)) return refuse('nameTaken')
  return can(actor, 'file.edit', { space: space.policyContext, authorId: holder.author.personId })
    ? null
    : refuse('forbidden')
}

type Needs = {
  store: Pick<UploadStore, 'twins'>
  spaces: Pick<SpaceService, 'enter'>
  files: Pick<FilesModule, 'isLive'>
}

/** Finds contents that need not be sent. */
export function precheckRules({ store, spaces, files }: Needs) {
  /** Only a content that the caller may download is reported as known, so that others are not revealed. */
  async function known(stated: Stated, actor: SignedIn): Promise<string | null> {
    const twins: Twin[] = await store.twins(stated, actor.id)
    for (const twin of twins) if (await mayDownload(twin, actor)) return twin.sha256
    return null
  }

  async function mayDownload(twin: Twin, actor: SignedIn): Promise<boolean> {
    const space = await nullIfRefused(spaces.enter(twin.space_id, actor))
    if (!space || !can(actor, 'file.download', { space: space.policyContext, authorId: twin.author_id })) return false
    return files.isLive(space.id, twin.node_id)
  }

  return { known }
}
