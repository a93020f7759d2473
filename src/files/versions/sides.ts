/** One side of a comparison: the address of its bytes, and its title. */
export type Side = { address: string; title: string }
export type SidesProps = { name: string; left: Side; right: Side }
