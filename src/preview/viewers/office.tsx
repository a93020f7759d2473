import { useTranslation } from 'react-i18next'
import { OFFICE_SOURCE_BYTES } from '#contract/core/limits.ts'
import { TooLarge } from '../TooLarge.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { ViewerProps } from '../viewer.ts'
import PdfViewer from './pdf.tsx'

/** A document as the PDF that LibreOffice makes of it on the server. */
export default function OfficeViewer(props: ViewerProps) {
  if (props.file.size > OFFICE_SOURCE_BYTES) return <TooLarge limit={OFFICE_SOURCE_BYTES} />
  return <Converted {...props} />
}

function Converted({ data, ...props }: ViewerProps) {
  const { t } = useTranslation()
  const converted = useLoaded(() => data.framed('office'), [data.address])
  if (!converted) return <div className="stage-note">{t('preview.converting')}</div>
  return <PdfViewer {...props} data={{ ...data, address: converted.fileUrl[0] ?? '' }} />
}
