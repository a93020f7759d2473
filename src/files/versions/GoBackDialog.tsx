import { useQuery } from '@tanstack/react-query'
import { Alert, DatePicker, Form, Modal, Radio } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RESTORE_ITEMS_MAX } from '#contract/core/limits.ts'
import { type Outlook, versions } from '#contract/versions.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { formatBytes } from '../../widgets/format.ts'
import { TextSkeleton } from '../../widgets/Skeleton.tsx'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import './versions.css'

/** Restores a folder or the whole space to a version or a point in time; the effects are previewed first. */
export default function GoBackDialog({ context, about: { folder, snapshot }, onClose }: DialogProps<'goBack'>) {
  const { t } = useTranslation()
  const task = useTask()
  const [at, setAt] = useState<Dayjs | null>(snapshot ? dayjs(snapshot.at) : null)
  const [extras, setExtras] = useState<'keep' | 'trash'>('keep')
  const spaceId = context.space.id
  const when = snapshot ? { snapshotId: snapshot.id } : { at: at?.toISOString() ?? '' }
  const wish = { spaceId, ...(folder && { hash: folder.hash }), ...when }
  const query = useQuery({
    queryKey: ['outlook', wish],
    enabled: at !== null,
    queryFn: () => call(versions.outlook, wish, { quiet: true }),
    gcTime: 0,
  })
  const start = () =>
    task.run(async () => {
      await call(versions.restoreAll, { ...wish, extras }, { quiet: true })
      // Over a folder, the strip of tasks says it.
      if (snapshot) context.say('versions.goBack.begun')
      onClose()
    })
  const where =
    folder?.name || (snapshot && !snapshot.folder.isRoot ? snapshot.folder.name : t('versions.snapshots.whole'))
  const isTooMuch = query.data !== undefined && itemsOf(query.data) > RESTORE_ITEMS_MAX
  const isIdle = !query.data || isTooMuch || isNothing(query.data, extras)
  return (
    <Modal
      open
      title={t('versions.goBack.title')}
      okText={t('versions.goBack.start')}
      okButtonProps={{ disabled: isIdle }}
      confirmLoading={task.isBusy}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('versions.goBack.folder')}>
          <b>{where}</b>
        </Form.Item>
        <Form.Item label={t('versions.goBack.at')} htmlFor="go-back-at">
          <DatePicker
            id="go-back-at"
            showTime
            value={at}
            disabled={snapshot !== undefined}
            maxDate={dayjs()}
            onChange={setAt}
          />
        </Form.Item>
      </Form>
      {query.isLoading && <TextSkeleton />}
      {query.isError && <Alert type="error" showIcon title={sentenceOf(query.error)} />}
      {query.data && <Lines outlook={query.data} />}
      {isTooMuch && <Alert type="warning" showIcon title={t('tasks.tooLarge', { max: RESTORE_ITEMS_MAX })} />}
      {query.data && query.data.extra > 0 && (
        <Radio.Group
          vertical
          value={extras}
          onChange={(event) => setExtras(event.target.value as 'keep' | 'trash')}
          options={(['keep', 'trash'] as const).map((value) => ({ value, label: t(`versions.goBack.${value}`) }))}
        />
      )}
      {task.problem && <Alert type="error" showIcon title={task.problem} />}
    </Modal>
  )
}

const itemsOf = ({ changed, moved, missing }: Outlook) => changed + moved + missing
const isNothing = (outlook: Outlook, extras: 'keep' | 'trash') =>
  itemsOf(outlook) === 0 && (extras === 'keep' || outlook.extra === 0)
const effects = ['changed', 'approximate', 'moved', 'missing', 'extra', 'lost', 'purged', 'elsewhere'] as const
const losses: readonly string[] = ['approximate', 'lost', 'purged']

function Lines({ outlook }: { outlook: Outlook }) {
  const { t } = useTranslation()
  const shown = effects.filter((name) => outlook[name] > 0)
  return (
    <div role="status">
      <strong>{t('versions.goBack.outlook')}</strong>
      <ul className="outlook">
        {shown.map((name) => (
          <li key={name} className={losses.includes(name) ? 'loss' : undefined}>
            {t(`versions.goBack.${name}`, { count: outlook[name] })}
          </li>
        ))}
        {outlook.bytes > 0 && <li>{t('versions.goBack.bytes', { size: formatBytes(outlook.bytes) })}</li>}
        <li>{t(isNothing(outlook, 'trash') ? 'versions.goBack.nothing' : 'versions.goBack.kept')}</li>
      </ul>
    </div>
  )
}
