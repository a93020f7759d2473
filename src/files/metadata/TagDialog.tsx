import { useQueryClient } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#contract/core/operation.ts'
import { metadata } from '#contract/metadata.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import { batches } from '../undo-steps.ts'
import { renewTags, retag } from './retag.ts'
import { TagField } from './TagField.tsx'
import './metadata.css'

/** Adds tags to several items and removes tags from them. */
export default function TagDialog({ context, onClose }: DialogProps<'tags'>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const { isBusy, problem, run } = useTask()
  const spaceId = context.space.id

  const finish = () =>
    run(async () => {
      const items = await context.allSelected()
      const tagged: DataOf<typeof metadata.tag>['list'] = []
      try {
        for (const some of batches(items)) {
          const hashList = some.map(({ hash }) => hash)
          tagged.push(...(await call(metadata.tag, { spaceId, hashList, add, remove }, { quiet: true })).list)
        }
        onClose()
      } finally {
        // Items tagged before a failure are shown, and can be undone.
        const where = { client, spaceId }
        renewTags(where)
        const count = tagged.filter(({ added, removed }) => added.length + removed.length > 0).length
        if (count) await context.remember(t('metadata.tagged', { count }), retag(where, tagged))
      }
    })
  return (
    <Modal
      open
      title={t('metadata.tagTitle', { count: context.count })}
      okText={t('metadata.save')}
      cancelText={t('metadata.cancel')}
      okButtonProps={{ disabled: !add.length && !remove.length }}
      confirmLoading={isBusy}
      onOk={() => void finish()}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className="item-metadata">
        <h3>{t('metadata.tagAdd')}</h3>
        <TagField spaceId={spaceId} tags={add} label={t('metadata.tagAdd')} onChange={setAdd} />
        <h3>{t('metadata.tagRemove')}</h3>
        <TagField spaceId={spaceId} tags={remove} label={t('metadata.tagRemove')} onChange={setRemove} />
        {problem && (
          <small className="metadata-problem" role="alert">
            {problem}
          </small>
        )}
      </div>
    </Modal>
  )
}
