import type { ReactNode } from 'react'
import { readMarkup } from '#contract/core/markup.ts'
import { drawMarkup } from './draw-markup.ts'

/** Markup written by administrators, rendered as on every page. */
export const Markup = ({ text }: { text: string }): ReactNode => drawMarkup(readMarkup(text).nodes)
