/** What people write short and documents write out, or the other way round. Each line is a short form and what it stands for. */
export const ABBREVIATIONS: ReadonlyMap<string, readonly string[]> = bothWays(`
a11y accessibility
admin administrator
ai artificial intelligence
api application programming interface
app application
auth authentication
aws amazon web services
bi business intelligence
btc bitcoin
ci continuous integration
cli command line
config configuration
crm customer relationship management
cv computer vision
db database
deps dependencies
dev development
devops development operations
doc document
docs documentation
env environment
erp enterprise resource planning
eth ethereum
etl extract transform load
gcp google cloud
gh github
gha github actions
hr human resources
i18n internationalization
iac infrastructure as code
img image
js javascript
k8s kubernetes
kpi key performance indicator
l10n localization
llm large language model
md markdown
ml machine learning
nlp natural language processing
ocr optical character recognition
okr objectives key results
params parameters
perf performance
pkg package
postgres postgresql
pr pull request
prd product requirements document
prod production
py python
qa quality assurance
rag retrieval augmented generation
regex regular expression
repo repository
rl reinforcement learning
ror ruby rails
seo search engine optimization
sre site reliability
stt speech to text
sql structured query language
tdd test driven development
tf terraform
ts typescript
tts text to speech
ui user interface
ux user experience
vm virtual machine
vuln vulnerability
xls excel
`);

/** A phrase of several words stands for its short form only where it is whole; the short form for every word of it. */
function bothWays(table: string): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const line of table.trim().split("\n")) {
    const [short = "", ...long] = line.split(" ");
    map.set(short, long);
    if (long.length === 1) map.set(long[0] as string, [short]);
  }
  return map;
}
