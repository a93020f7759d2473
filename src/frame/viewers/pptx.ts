import { PPTXViewer } from 'pptxviewjs'
import { element } from '../elements.ts'
import { plainSigns } from '../signs.ts'
import type { Show } from '../talk.ts'

const WIDTH = 1280

/** Releases a slide's pixels; its size stays, because the library has set it in the style. */
function clear(canvas: HTMLCanvasElement): void {
  if (canvas.style.height) canvas.width = 0
}

/** Patches the library's text drawing, so that symbol-font bullets are replaced. */
function drawPlainSigns(): void {
  const { fillText } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    fillText.call(this, plainSigns(text), ...place)
  }
}

/** Slides below one another; each is drawn when it becomes visible, and released afterwards. */
export const show: Show = async ({ root, read }) => {
  drawPlainSigns()
  const viewer = new PPTXViewer()
  await viewer.loadFile(await read())
  const count = viewer.getSlideCount()
  if (!count) throw new Error('no slides')
  const slides = element('div', { className: 'slides' })
  const inSight = new Set<HTMLCanvasElement>()
  async function draw(canvas: HTMLCanvasElement) {
    // Slides that were scrolled past are skipped.
    if (!inSight.has(canvas)) return
    try {
      await viewer.renderSlide(Number(canvas.dataset.slide), canvas)
    } catch {
      // A slide that cannot be drawn stays white; the following ones are still drawn.
    }
    if (!inSight.has(canvas)) clear(canvas)
  }
  // The library can draw only one slide at a time.
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
