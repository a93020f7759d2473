import {
  CloseOutlined,
  DeleteOutlined,
  DownloadOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  LeftOutlined,
  ProfileOutlined,
  RightOutlined,
} from '@ant-design/icons'
import { Button, Modal, Select, Tooltip } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PREVIEW_WIDTH_PERCENT } from '#contract/core/limits.ts'
import type { Verdict } from '#contract/core/policy.ts'
import type { FileRecord } from '#contract/files.ts'
import { verdictWords } from '../rights/verdict.ts'
import { Empty } from '../widgets/Empty.tsx'
import { NotLoaded } from '../widgets/NotLoaded.tsx'
import { ImageStrip } from './ImageStrip.tsx'
import { NotInstalled } from './NotInstalled.tsx'
import { unopenedHint } from './older-format.ts'
import { Stage } from './Stage.tsx'
import type { PreviewSource } from './source.ts'
import { useViewers } from './use-viewers.ts'
import './preview.css'

type Props = {
  source: PreviewSource
  file: FileRecord
  onClose: () => void
  onStep: (file: FileRecord) => void
  onRemove: (file: FileRecord) => Promise<void>
  /** Renders the metadata of the file beside its content; if absent, there is no such control. */
  metadata?: (file: FileRecord) => ReactNode
  /** Whether the metadata is shown from the beginning. */
  isMetadataOpen?: boolean
  /** Additional controls for the file, such as edit or share. */
  controls?: (file: FileRecord) => readonly Control[]
}
/** `refusal` says why the control is disabled; null if it is enabled. */
type Control = { id: string; label: string; icon: ReactNode; refusal: Verdict | null; run: () => void }

/** The preview dialog: 70 % wide or full screen, controls in one bar, arrow keys step through the folder. */
export function PreviewModal({
  source,
  file,
  onClose,
  onStep,
  onRemove,
  metadata,
  isMetadataOpen: isOpenAtFirst = false,
  controls,
}: Props) {
  const { t } = useTranslation()
  const [isFull, setFull] = useState(false)
  const [isMetadataOpen, setMetadataOpen] = useState(isOpenAtFirst)
  const [chosen, choose] = useState<string | null>(null)
  const state = useViewers(source, file)
  const { siblings } = source
  const at = siblings.findIndex((one) => one.hash === file.hash)
  const before = siblings[at - 1]
  const after = at >= 0 ? siblings[at + 1] : undefined
  const viewers = state.kind === 'finish' ? state.viewers : []
  const viewer = viewers.find((one) => one.id === chosen) ?? viewers[0]
  const may = source.may(file)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  /** Ignores a file that was loaded after the preview was closed. */
  const stepLate = (record: FileRecord) => {
    if (isShown.current) onStep(record)
  }
  const why = (verdict: Verdict) => (verdict.allowed ? '' : verdictWords(t, verdict))

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, .cm-editor, audio, video')
      )
        return
      if (event.key === 'ArrowLeft' && before) onStep(before)
      if (event.key === 'ArrowRight' && after) onStep(after)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [before, after, onStep])

  const download = (
    <Tooltip title={why(may.download)}>
      <Button
        type="text"
        icon={<DownloadOutlined />}
        aria-label={t('preview.download')}
        disabled={!may.download.allowed}
        href={may.download.allowed ? source.downloadOf(file.hash) : undefined}
      >
        <span className="label">{t('preview.download')}</span>
      </Button>
    </Tooltip>
  )
  return (
    <Modal
      open
      footer={null}
      closable={false}
      onCancel={onClose}
      width={isFull ? '100vw' : `max(${PREVIEW_WIDTH_PERCENT}vw, min(100vw, 640px))`}
      className={isFull ? 'preview-modal own-width full' : 'preview-modal own-width'}
      centered
      destroyOnHidden
      title={file.name}
      styles={{ header: { display: 'none' } }}
    >
      <div className="preview-bar">
        <Button
          type="text"
          icon={<LeftOutlined />}
          aria-label={t('preview.previous')}
          disabled={!before}
          onClick={() => before && onStep(before)}
        />
        <Button
          type="text"
          icon={<RightOutlined />}
          aria-label={t('preview.next')}
          disabled={!after}
          onClick={() => after && onStep(after)}
        />
        <b title={file.name}>{file.name}</b>
        {viewers.length > 1 && (
          <Select
            size="small"
            value={viewer?.id}
            onChange={choose}
            aria-label={t('preview.component')}
            options={viewers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        {controls?.(file).map(({ id, label, icon, refusal, run }) => (
          <Tooltip key={id} title={refusal ? why(refusal) : label}>
            <Button type="text" icon={icon} aria-label={label} disabled={refusal !== null} onClick={run} />
          </Tooltip>
        ))}
        {download}
        {may.remove && (
          <Tooltip title={why(may.remove)}>
            <Button
              type="text"
              icon={<DeleteOutlined />}
              disabled={!may.remove.allowed}
              aria-label={t('preview.remove')}
              onClick={() => {
                onClose()
                void onRemove(file)
              }}
            />
          </Tooltip>
        )}
        {metadata && (
          <Button
            type="text"
            icon={<ProfileOutlined />}
            aria-label={t('preview.metadata')}
            aria-pressed={isMetadataOpen}
            onClick={() => setMetadataOpen(!isMetadataOpen)}
          />
        )}
        <Button
          className="whole"
          type="text"
          icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          aria-label={t('preview.full')}
          aria-pressed={isFull}
          onClick={() => setFull(!isFull)}
        />
        <Button
          className="close"
          type="text"
          // With the focus on this button, Space and Enter, which opened the preview, also close it.
          autoFocus
          icon={<CloseOutlined />}
          aria-label={t('preview.close')}
          onClick={onClose}
        />
      </div>
      <div className="preview-body">
        <div className="preview-stage">
          {state.kind === 'loading' && <div className="stage-note">{t('preview.loading')}</div>}
          {state.kind === 'error' && <NotLoaded title={t('preview.failed')} error={state.error} onRetry={state.look} />}
          {state.kind === 'notexist' && (
            <Empty title={t('preview.notexist')} hint={unopenedHint(t, file.suffix)}>
              {download}
            </Empty>
          )}
          {state.kind === 'notinst' && (
            <NotInstalled {...state} suffix={file.suffix}>
              {download}
            </NotInstalled>
          )}
          {viewer && (
            <Stage
              source={source}
              file={file}
              viewer={viewer.id}
              webPath={viewer.webPath}
              fallback={(message, again) => (
                <Empty title={t('preview.failed')} hint={message}>
                  <Button onClick={again}>{t('errors.retry')}</Button>
                  {download}
                </Empty>
              )}
              onStep={stepLate}
            />
          )}
          {viewer?.id === 'image' && <ImageStrip source={source} file={file} onStep={stepLate} />}
        </div>
        {metadata && isMetadataOpen && (
          <aside className="preview-metadata" aria-label={t('preview.metadata')}>
            {metadata(file)}
          </aside>
        )}
      </div>
    </Modal>
  )
}
