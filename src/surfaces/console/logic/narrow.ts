import { signal } from "@preact/signals";

const query = matchMedia("(max-width: 720px)");
/** True if the page is as narrow as on a phone. Rows are then taller. The style sheet contains the same width. */
export const isNarrow = signal(query.matches);
query.addEventListener("change", ({ matches }) => {
  isNarrow.value = matches;
});
