import { createCanvas } from '@napi-rs/canvas'
import { THUMB_PX } from '#contract/core/limits.ts'
import { openPdf } from '../pdf.ts'

/** The first page of a document, at most THUMB_PX long. */
export async function drawFirstPage(bytes: Uint8Array): Promise<Buffer> {
  const pdf = await openPdf(bytes)
  const page = await pdf.getPage(1)
  const { width, height } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: THUMB_PX / Math.max(width, height) })
  const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)))
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise
  const picture = await canvas.encode('png')
  await pdf.loadingTask.destroy()
  return picture
}
