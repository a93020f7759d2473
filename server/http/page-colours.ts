/** The colours of `src/widgets/tokens.css` for pages of the server that load no other style. */
export const PAGE_COLOURS =
  ':root{color-scheme:light dark;--ink:#14201E;--soft:#51605D;--line:#E4E8E6;--ground:#F6F7F6;--surface:#fff;--primary:#0F766E}@media(prefers-color-scheme:dark){:root{--ink:#E6ECEA;--soft:#A7B3B0;--line:#26302E;--ground:#0E1413;--surface:#151C1B;--primary:#3FBFAF}}'
