import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { UPLOADED_SHOWN_MS } from '#contract/core/limits.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { present } from '#providers/errors.ts'
import { CancelledCall } from '#providers/failures.ts'
import { copyText } from '#widgets/copy-text.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { Dialog } from './Dialog.tsx'
import type { Engine } from './engine.ts'
import { headlineOf, isAllUploaded, summaryOf } from './headline.ts'
import { IconButton } from './Icon.tsx'
import { NoticeDialog } from './NoticeDialog.tsx'
import type { Interrupted, Snapshot } from './snapshot.ts'
import { TaskRow } from './TaskRow.tsx'
import type { Destination } from './tally.ts'
import { useUploads } from './use-uploads.ts'
import './panel.css'

type Props = { snapshot: Snapshot; engine: Engine }

/** The upload panel at the bottom right. Mounted once in the shell. */
export function UploadPanel() {
  const uploads = useUploads()
  const [isFolded, setFolded] = useState(false)
  if (!uploads || uploads.snapshot.isEmpty) return null
  return <Shown {...uploads} isFolded={isFolded} onFold={setFolded} />
}

/** Collapses to a circle with the percentage, and leaves soon after everything was uploaded, unless it is in use. */
function Shown({ snapshot, engine, isFolded, onFold }: Props & { isFolded: boolean; onFold: (is: boolean) => void }) {
  const { t } = useTranslation()
  const [isUsed, setUsed] = useState(false)
  const isOver = isAllUploaded(snapshot) && !isUsed
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(() => engine.dismiss(), UPLOADED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isOver, engine])
  const percent = Math.floor(snapshot.percent)
  return (
    <section
      className="uploads"
      aria-label={t('uploads.panel.label')}
      onPointerEnter={() => setUsed(true)}
      onPointerLeave={({ currentTarget }) => setUsed(currentTarget.contains(document.activeElement))}
      onFocus={() => setUsed(true)}
      onBlur={({ currentTarget }) => setUsed(currentTarget.matches(':hover'))}
    >
      {isFolded ? (
        <button
          type="button"
          className="uploads-circle"
          style={{
            background: `conic-gradient(var(--primary) ${percent}%, var(--line) 0)`,
          }}
          aria-label={t('uploads.panel.unfold', { percent })}
          onClick={() => onFold(false)}
        >
          <span>{percent}%</span>
        </button>
      ) : (
        <Opened snapshot={snapshot} engine={engine} onFold={() => onFold(true)} />
      )}
      <Dialogs snapshot={snapshot} engine={engine} />
    </section>
  )
}

function Opened({ snapshot, engine, onFold }: Props & { onFold: () => void }) {
  const { t, i18n } = useTranslation()
  const picker = useRef<HTMLInputElement>(null)
  const [sourceId, setSourceId] = useState<string | undefined>()
  const { counts, rows } = snapshot
  const pick = (source: string | undefined, isFolder: boolean) => {
    setSourceId(source)
    picker.current?.toggleAttribute('webkitdirectory', isFolder)
    picker.current?.click()
  }
  const picked = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (sourceId && target.files) void engine.pickAgain(sourceId, [...target.files])
    target.value = ''
  }
  const canClose = !snapshot.isActive && counts.paused === 0 && snapshot.interrupted.length === 0
  const shown = snapshot.filter === 'all' ? counts.total : counts.failed + counts.refused
  return (
    <div className="uploads-card">
      <header>
        <h2>
          <span role="status">{headlineOf(snapshot, t)}</span>
        </h2>
        <small>{summaryOf(snapshot, t)}</small>
        <IconButton icon="fold" label={t('uploads.panel.fold')} onClick={onFold} />
        {canClose && <IconButton icon="remove" label={t('uploads.panel.close')} onClick={() => engine.dismiss()} />}
      </header>
      {!isAllUploaded(snapshot) && <Toolbar snapshot={snapshot} engine={engine} />}
      {!snapshot.isActive && snapshot.destination && <DestinationLinks {...snapshot.destination} />}
      {snapshot.interrupted.map((source) => (
        <InterruptedRow
          key={source.sourceId}
          source={source}
          engine={engine}
          onPick={() => pick(source.sourceId, source.isFolder)}
        />
      ))}
      {rows.length > 0 && (
        <ul className="uploads-list" aria-label={t('uploads.panel.list')}>
          {rows.map((row) => (
            <TaskRow
              key={row.id}
              row={row}
              isNetworkLost={snapshot.isNetworkLost}
              engine={engine}
              onPick={(id) => pick(engine.sourceOf(id), false)}
              onChoose={() => engine.reopenQuestion()}
            />
          ))}
        </ul>
      )}
      {shown > rows.length && (
        <p className="uploads-more">
          {t('uploads.panel.more', {
            files: (shown - rows.length).toLocaleString(i18n.language),
          })}
        </p>
      )}
      <input ref={picker} type="file" multiple hidden aria-label={t('uploads.panel.label')} onChange={picked} />
    </div>
  )
}

/**
 * Shown when all uploads have finished: links to the folder and to the last file's actions, such as copying its
 * address.
 */
function DestinationLinks({ spaceId, folder, file }: Destination) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState<boolean | null>(null)
  const path = `${spacePath(spaceId, 'filesManage')}?folder=${folder}`
  const address = `${location.origin}${path}`
  const copy = async () => setCopied(await copyText(address))
  return (
    <p className="uploads-destination">
      <Link to={path}>{t('uploads.destination.show')}</Link>
      {file && <Link to={`${path}&select=${file}&preview=${file}&metadata`}>{t('uploads.destination.describe')}</Link>}
      <button type="button" onClick={() => void copy()}>
        {t(isCopied ? 'uploads.destination.copied' : 'uploads.destination.copy')}
      </button>
      {isCopied === false && <span role="status">{t('uploads.destination.notCopied', { text: address })}</span>}
    </p>
  )
}

const shownStates = ['finished', 'waiting', 'paused', 'failed', 'skipped', 'hidden', 'duplicate', 'before'] as const

function Toolbar({ snapshot, engine }: Props) {
  const { t } = useTranslation()
  const [isCancelling, setCancelling] = useState(false)
  const { counts, filter, isHeld, isActive, isResumable, isRetriable } = snapshot
  const troubled = counts.failed + counts.refused
  const open = counts.total - troubled
  const shown = shownStates.filter((kind) => counts[kind] > 0)
  return (
    <div className="uploads-tools">
      {shown.length > 0 && (
        <p className="uploads-counts">
          {shown.map((kind) => (
            <span key={kind}>{t(`uploads.counts.${kind}`, { n: counts[kind] })}</span>
          ))}
        </p>
      )}
      <div className="uploads-verbs">
        {isActive && !isHeld && (
          <button type="button" onClick={() => engine.pauseAll()}>
            {t('uploads.action.pauseAll')}
          </button>
        )}
        {isResumable && (
          <button type="button" onClick={() => engine.resumeAll()}>
            {t('uploads.action.resumeAll')}
          </button>
        )}
        {isRetriable && (
          <button type="button" onClick={() => engine.retryFailed()}>
            {t('uploads.action.retryFailed')}
          </button>
        )}
        {troubled > 0 && (
          <button type="button" onClick={() => engine.dismiss()}>
            {t('uploads.action.dismiss')}
          </button>
        )}
        {open > 0 && (
          <button type="button" onClick={() => setCancelling(true)}>
            {t('uploads.action.cancelAll')}
          </button>
        )}
        {troubled > 0 && (
          <button
            type="button"
            aria-pressed={filter === 'failures'}
            onClick={() => engine.show(filter === 'all' ? 'failures' : 'all')}
          >
            {t('uploads.filter.failures')}
          </button>
        )}
      </div>
      {isCancelling && <CancelDialog files={open} engine={engine} onClose={() => setCancelling(false)} />}
    </div>
  )
}

function CancelDialog({ files, engine, onClose }: { files: number; engine: Engine; onClose: () => void }) {
  const { t } = useTranslation()
  const cancel = () => {
    engine.cancelAll()
    onClose()
    present(new CancelledCall())
  }
  const actions = (
    <>
      <button type="button" className="uploads-button" onClick={onClose}>
        {t('uploads.cancel.keep')}
      </button>
      <button type="button" className="uploads-button danger" onClick={cancel}>
        {t('uploads.cancel.confirm')}
      </button>
    </>
  )
  return (
    <Dialog title={t('uploads.cancel.title')} actions={actions} onClose={onClose}>
      <p>{t('uploads.cancel.text', { files })}</p>
    </Dialog>
  )
}

function InterruptedRow({ source, engine, onPick }: { source: Interrupted; engine: Engine; onPick: () => void }) {
  const { t } = useTranslation()
  const { needs, name, sourceId, isFolder } = source
  return (
    <div className="uploads-interrupted">
      <p>{t(`uploads.interrupted.${needs}`, { name })}</p>
      {needs === 'permission' ? (
        <button type="button" onClick={() => void engine.permit(sourceId)}>
          {t('uploads.interrupted.allow')}
        </button>
      ) : (
        <button type="button" onClick={onPick}>
          {t(isFolder ? 'uploads.interrupted.pickFolder' : 'uploads.interrupted.pickFiles')}
        </button>
      )}
      <button type="button" onClick={() => engine.giveUp(sourceId)}>
        {t('uploads.interrupted.giveUp')}
      </button>
    </div>
  )
}

/** Shows one question or notice at a time; a question that was closed unanswered remains available in its row. */
function Dialogs({ snapshot: { question, notices }, engine }: Props) {
  if (notices.count > 0) return <NoticeDialog notices={notices} onClose={() => engine.acknowledge()} />
  if (!question || question.isPutAside) return null
  return (
    <ConflictDialog
      key={question.task.id}
      question={question}
      engine={engine}
      onClose={() => engine.putQuestionAside()}
    />
  )
}
