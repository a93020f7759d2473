import { RESIZE_DEBOUNCE_MS, ROOT_FONT_DIVISOR, ROOT_FONT_MIN_PX } from '#contract/core/limits.ts'

/** Root font size in pixels for a viewport width. Source: spec section 9, Interface. */
export const rootFontOf = (viewportPx: number): number => Math.max(ROOT_FONT_MIN_PX, viewportPx / ROOT_FONT_DIVISOR)

/** Updates the root font size after the window has been resized. */
export function keepRootFont(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const apply = () => {
    document.documentElement.style.fontSize = `${rootFontOf(document.documentElement.clientWidth)}px`
  }
  apply()
  addEventListener('resize', () => {
    clearTimeout(timer)
    timer = setTimeout(apply, RESIZE_DEBOUNCE_MS)
  })
}
