import { corelib, extend, Runtime } from '@antv/g2'

/** G2 with the marks that charts are drawn with. */
export const G2 = extend(Runtime, corelib())
