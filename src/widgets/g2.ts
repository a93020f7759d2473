import { extend, Light, litelib, Runtime, StackY } from '@antv/g2'

/** A minimal G2 with stacked columns on two axes: a fifth smaller than G2 with all marks. */
export const G2 = extend(Runtime, { ...litelib(), 'theme.light': Light, 'transform.stackY': StackY })
