/** A finding of the doctor. */
export type Finding = {
  /** Name of the check, for programs. */
  check: string
  /**
   * `grave`: data is lost or wrong for people, and people must act; `light`: wrong, and repair corrects it; `note`:
   * temporary, or for somebody to look at.
   */
  level: 'grave' | 'light' | 'note'
  /** The problem, its consequence and what to do, in plain words. */
  said: string
  isMended: boolean
}
