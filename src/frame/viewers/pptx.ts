import { PPTXViewer } from 'pptxviewjs'
import { element } from '../elements.ts'
import { plainSigns } from '../signs.ts'
import type { Show } from '../talk.ts'

const WIDTH = 1280

/** A slide without its pixels keeps its place: the library gave it a size as it drew it. */
function clear(canvas: HTMLCanvasElement): void {
  if (canvas.style.height) canvas.width = 0
}

/** The library draws what it finds: bullets are made plain on their way to the canvas. */
function drawPlainSigns(): void {
  const { fillText } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    fillText.call(this, plainSigns(text), ...place)
  }
}

/** Slides one below the other; each is drawn when it comes into sight, and keeps its pixels no longer than that. */
export const show: Show = async ({ root, read }) => {
  drawPlainSigns()
  const viewer = new PPTXViewer()
  await viewer.loadFile(await read())
  const count = viewer.getSlideCount()
  if (!count) throw new Error('no slides')
  const slides = element('div', { className: 'slides' })
  const inSight = new Set<HTMLCanvasElement>()
  async function draw(canvas: HTMLCanvasElement) {
    // Whoever scrolls far waits for none of those between.
    if (!inSight.has(canvas)) return
    try {
      await viewer.renderSlide(Number(canvas.dataset.slide), canvas)
    } catch {
      // A slide that can't be drawn is left white; those after it are drawn.
    }
    if (!inSight.has(canvas)) clear(canvas)
  }
  // The library draws one slide at a time.
  let drawing = Promise.resolve()
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!(target instanceof HTMLCanvasElement)) continue
        if (isIntersecting) {
          inSight.add(target)
          drawing = drawing.then(() => draw(target))
        } else if (inSight.delete(target)) clear(target)
      }
    },
    { root: slides, rootMargin: '600px' },
  )
  for (let slide = 0; slide < count; slide += 1) {
    const canvas = element('canvas')
    canvas.width = WIDTH
    canvas.height = (WIDTH * 9) / 16
    canvas.dataset.slide = String(slide)
    const number = `${slide + 1} / ${count}`
    canvas.setAttribute('role', 'img')
    canvas.setAttribute('aria-label', number)
    slides.append(element('figure', {}, canvas, element('figcaption', { text: number })))
    seen.observe(canvas)
  }
  slides.tabIndex = 0
  root.replaceChildren(slides)
}
