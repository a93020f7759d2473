import { useQueryClient } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { facts } from '#contract/facts.ts'
import type { DataOf } from '#contract/operation.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import { batches } from '../turns.ts'
import { renewTags, retag } from './retag.ts'
import { TagField } from './TagField.tsx'
import './facts.css'

/** Tags for several items at once: some more, some away. */
export default function TagDialog({ desk, onClose }: DialogProps<'tags'>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const { isBusy, problem, run } = useTask()
  const spaceId = desk.space.id

  const finish = () =>
    run(async () => {
      const items = await desk.everyMarked()
      const tagged: DataOf<typeof facts.tag>['list'] = []
      try {
        for (const some of batches(items)) {
          const hashList = some.map(({ hash }) => hash)
          tagged.push(...(await call(facts.tag, { spaceId, hashList, add, remove }, { quiet: true })).list)
        }
        onClose()
      } finally {
        // What was tagged before a failure is seen, and can be taken back.
        const where = { client, spaceId }
        renewTags(where)
        const count = tagged.filter(({ added, removed }) => added.length + removed.length > 0).length
        if (count) await desk.remember(t('facts.tagged', { count }), retag(where, tagged))
      }
    })
  return (
    <Modal
      open
      title={t('facts.tagTitle', { count: desk.count })}
      okText={t('facts.save')}
      cancelText={t('facts.cancel')}
      okButtonProps={{ disabled: !add.length && !remove.length }}
      confirmLoading={isBusy}
      onOk={() => void finish()}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className="item-facts">
        <h3>{t('facts.tagAdd')}</h3>
        <TagField spaceId={spaceId} tags={add} label={t('facts.tagAdd')} onChange={setAdd} />
        <h3>{t('facts.tagRemove')}</h3>
        <TagField spaceId={spaceId} tags={remove} label={t('facts.tagRemove')} onChange={setRemove} />
        {problem && (
          <small className="facts-problem" role="alert">
            {problem}
          </small>
        )}
      </div>
    </Modal>
  )
}
