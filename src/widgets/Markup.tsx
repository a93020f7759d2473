import type { ReactNode } from 'react'
import { readMarkup } from '#contract/core/markup.ts'
import { drawMarkup } from './draw-markup.ts'

/** Markup of an administrator as every page shows it. */
export const Markup = ({ text }: { text: string }): ReactNode => drawMarkup(readMarkup(text).nodes)
