import { signal } from "@preact/signals";

const query = matchMedia("(max-width: 720px)");
/** True if the page is as narrow as a phone, where rows are taller. The style sheet has the same number. */
export const isNarrow = signal(query.matches);
query.addEventListener("change", ({ matches }) => {
  isNarrow.value = matches;
});
