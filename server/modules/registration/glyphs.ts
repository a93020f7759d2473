/**
 * Characters of the verification image as strokes in a box of 10 x 14, without look-alikes (0 O, 1 I L, 2 Z, 5 S, 8 B).
 * Strokes need no font on the machine, and the image holds no text that could be read out.
 */
export const glyphs: Readonly<Record<string, string>> = {
  '3': 'M1 2 Q5 -1 9 3 Q9 7 4 7 Q10 7 9 11 Q5 16 1 12',
  '4': 'M7 14 V0 L0 9 H10',
  '6': 'M8 1 Q1 3 1 9 Q1 14 5 14 Q9 14 9 10 Q9 6 5 6 Q2 6 1 9',
  '7': 'M0 0 H10 L4 14',
  '9': 'M2 13 Q9 11 9 5 Q9 0 5 0 Q1 0 1 4 Q1 8 5 8 Q8 8 9 5',
  A: 'M0 14 L5 0 L10 14 M2 9 H8',
  C: 'M10 2 Q0 -3 0 7 Q0 17 10 12',
  E: 'M10 0 H0 V14 H10 M0 7 H8',
  F: 'M10 0 H0 V14 M0 7 H8',
  H: 'M0 0 V14 M10 0 V14 M0 7 H10',
  J: 'M8 0 V10 Q8 14 4 14 Q0 14 0 10',
  K: 'M0 0 V14 M10 0 L0 8 M4 5 L10 14',
  M: 'M0 14 V0 L5 8 L10 0 V14',
  N: 'M0 14 V0 L10 14 V0',
  P: 'M0 14 V0 H6 Q10 0 10 4 Q10 8 6 8 H0',
  R: 'M0 14 V0 H6 Q10 0 10 4 Q10 7 6 7 H0 M5 7 L10 14',
  T: 'M0 0 H10 M5 0 V14',
  U: 'M0 0 V9 Q0 14 5 14 Q10 14 10 9 V0',
  V: 'M0 0 L5 14 L10 0',
  W: 'M0 0 L3 14 L5 6 L7 14 L10 0',
  X: 'M0 0 L10 14 M10 0 L0 14',
  Y: 'M0 0 L5 7 L10 0 M5 7 V14',
}
export const GLYPH = { width: 10, height: 14 } as const
