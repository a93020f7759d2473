import { DodgeX, extend, Light, litelib, NormalizeY, Runtime, StackY } from '@antv/g2'
import { Polar } from '@antv/g2/esm/coordinate/polar'
import { Theta } from '@antv/g2/esm/coordinate/theta'
import { Transpose } from '@antv/g2/esm/coordinate/transpose'
import { ContrastReverse } from '@antv/g2/esm/label-transform/contrastReverse'
import { OverflowHide } from '@antv/g2/esm/label-transform/overflowHide'
import { OverlapHide } from '@antv/g2/esm/label-transform/overlapHide'
import { Area } from '@antv/g2/esm/mark/area'
import { Box } from '@antv/g2/esm/mark/box'
import { Cell } from '@antv/g2/esm/mark/cell'
import { Line } from '@antv/g2/esm/mark/line'
import { LineY } from '@antv/g2/esm/mark/lineY'
import { Link } from '@antv/g2/esm/mark/link'
import { Point } from '@antv/g2/esm/mark/point'
import { Polygon } from '@antv/g2/esm/mark/polygon'
import { Rect } from '@antv/g2/esm/mark/rect'
import { Text } from '@antv/g2/esm/mark/text'

/** G2 with the parts that are used; all parts would be a quarter larger. */
export const G2 = extend(Runtime, {
  ...litelib(),
  'theme.light': Light,
  'coordinate.polar': Polar,
  'coordinate.theta': Theta,
  'coordinate.transpose': Transpose,
  'transform.dodgeX': DodgeX,
  'transform.normalizeY': NormalizeY,
  'transform.stackY': StackY,
  'labelTransform.contrastReverse': ContrastReverse,
  'labelTransform.overflowHide': OverflowHide,
  'labelTransform.overlapHide': OverlapHide,
  'mark.area': Area,
  'mark.box': Box,
  'mark.cell': Cell,
  'mark.line': Line,
  'mark.lineY': LineY,
  'mark.link': Link,
  'mark.point': Point,
  'mark.polygon': Polygon,
  'mark.rect': Rect,
  'mark.text': Text,
})
