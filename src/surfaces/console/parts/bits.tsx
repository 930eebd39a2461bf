/** Small components that all views share. */
import type { ComponentChildren } from "preact";
import type { RequestError } from "../ask.ts";
import { type MarkedRange, splitAtMarks } from "../logic/mark.ts";
import type { RowOutcome } from "../logic/rows.ts";
import type { Requested } from "../use-asked.ts";
import { hashOf } from "../view-address.ts";

export function ScopeBadge({ scope }: { scope: string }) {
  return <span class={`badge scope-${/^[a-z]+$/.test(scope) ? scope : "other"}`}>{scope}</span>;
}

const SIGNS: Readonly<Record<RowOutcome, string>> = {
  loaded: "●",
  withheld: "◐",
  overridden: "◌",
  disabled: "○",
  ineligible: "△",
  rejected: "✕",
};

/** Shows an outcome with a colour. A sign with the same meaning is for users who cannot see the colour. */
export function OutcomeMark({ outcome, title }: { outcome: RowOutcome; title?: string | undefined }) {
  return (
    <span class={`outcome ${outcome}`} title={title}>
      <span aria-hidden="true">{SIGNS[outcome]}</span> {outcome}
    </span>
  );
}

export function CodeLink({ code }: { code: string }) {
  return (
    <a class="code" href={hashOf("code", { code })}>
      {code}
    </a>
  );
}

export function MarkedText({ text, stretches }: { text: string; stretches: readonly MarkedRange[] }) {
  if (stretches.length === 0) return <>{text}</>;
  return (
    <>
      {splitAtMarks(text, stretches).map(({ text: piece, mark }, index) => {
        return mark ? (
          <mark key={index} class={mark}>
            {piece}
          </mark>
        ) : (
          <span key={index}>{piece}</span>
        );
      })}
    </>
  );
}

export function FailureMessage({ failure }: { failure: RequestError }) {
  return (
    <div class="failure" role="alert">
      <p>
        {failure.code !== undefined && <CodeLink code={failure.code} />} {failure.message}
      </p>
      {failure.help !== undefined && <p class="quiet-text">{failure.help}</p>}
    </div>
  );
}

export function EmptyMessage({ children }: { children: ComponentChildren }) {
  return <div class="empty">{children}</div>;
}

/** Shows an answer when it has arrived. Before that, shows a progress note; after a failure, the error. */
export function RequestResult<T>({
  asked,
  children,
}: {
  asked: Requested<T>;
  children: (value: T) => ComponentChildren;
}) {
  const { value, failure, pending } = asked;
  return (
    <>
      {failure && <FailureMessage failure={failure} />}
      {value !== undefined && children(value)}
      {value === undefined && pending && (
        <p class="waiting" role="status">
          Loading…
        </p>
      )}
    </>
  );
}

export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
