import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { type FileRecord, files } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import { noteOpened } from './note-opened.ts'

const FILE = 'preview'
const METADATA = 'metadata'

/** Read from the browser, because the selection is written into the address without the router. */
const addressNow = () => new URLSearchParams(location.search)
function withoutFile(): URLSearchParams {
  const params = addressNow()
  params.delete(FILE)
  params.delete(METADATA)
  return params
}

/** The previewed file is the one in the address: Back closes it, and a reload or a link opens the same file. */
export function useShown(spaceId: string, isSignedIn: boolean) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const [record, setRecord] = useState<FileRecord | null>(null)
  const isLeaving = useRef(false)
  const wanted = params.get(FILE)
  const shown = record?.hash === wanted ? record : null

  const keep = (opened: FileRecord) => {
    setRecord(opened)
    if (isSignedIn) noteOpened(spaceId, opened)
  }
  /**
   * Navigates back to the place from which the preview was opened; otherwise only removes the file from the address.
   */
  const close = () => {
    if (!wanted || isLeaving.current) return
    isLeaving.current = true
    if (state?.isPreview) void navigate(-1)
    else setParams(withoutFile(), { replace: true })
  }
  const show = (opened: FileRecord | null) => {
    if (!opened) return close()
    keep(opened)
    const next = addressNow()
    next.set(FILE, opened.hash)
    // Stepping through files replaces the history entry, so that Back closes the preview.
    setParams(next, wanted ? { replace: true, state } : { state: { isPreview: true } })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another wish is told by the address alone
  useEffect(() => {
    isLeaving.current = false
    if (!wanted || shown) return
    let isOver = false
    // `call` has shown the failure; the folder is shown anyway.
    call(files.show, { spaceId, hash: wanted }).then(
      (found) => isOver || keep(found),
      () => isOver || setParams(withoutFile(), { replace: true }),
    )
    return () => {
      isOver = true
    }
  }, [spaceId, wanted])
  return { shown, show, isMetadataOpen: params.has(METADATA) }
}
