// What all pages of the signed-in stand in: type, ground and the line of ways at the head. Colours hold AA in light and dark.
export const FRAME_STYLE = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 90rem; padding: 1rem 1.25rem 4rem; font: 1rem/1.5 system-ui, sans-serif;
  color: light-dark(#1c2024, #e6e8ea); background: light-dark(#fff, #15181b); }
button, input, select { font: inherit; }
.service { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: center; margin-bottom: 1.25rem;
  padding-bottom: .5rem; border-bottom: 1px solid light-dark(#d9dde1, #363c42); }
.service strong { margin-right: auto; font-size: 1.1rem; }
.service a, .service button { display: inline-flex; align-items: center; min-height: 44px; color: light-dark(#0b5cad, #7db8f5); }
.service button { padding: 0; border: 0; background: none; text-decoration: underline; cursor: pointer; }
@media print { .service { display: none; } }
`;
