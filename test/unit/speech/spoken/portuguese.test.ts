import { describe, expect, it } from 'vitest';
import { spokenCases, spokenWordsOf } from '#test/support/speech/spoken-cases.ts';

// Sources: numbers, with "e", and ordinals: CLDR RBNF pt, pt-PT; E. Bechara, Moderna gramática portuguesa ("Numerais"); dates, hours and abbreviations: Manual
// de redação da Presidência da República (3rd ed.) and Vocabulário ortográfico da língua portuguesa; "mil milhões" in Portugal: Ciberdúvidas; names of
// units and currencies: CLDR pt.
const CASES = `
## opening hours and other everyday texts
Aberto seg. a sex., das 9h às 17h30. → Aberto segunda-feira a sexta-feira, das nove horas às dezessete e trinta.
seg.–sex. 9h–17h30 → segunda-feira a sexta-feira nove horas a dezessete e trinta
Sáb. e dom. fechado → sábado e domingo fechado
no séc. XXI → no século vinte e um
Ele vai ter a dom. → Ele vai ter a dom.
## Dias e linguagens
seg-sex → segunda-feira a sexta-feira
ter a dom → ter a dom
C++ → C mais mais
## Dinheiro
3,2 milhões de € → três vírgula dois milhões de euros
Custa R$ 6,50. → Custa seis reais e cinquenta centavos.
R$ 0,38 → trinta e oito centavos
R$ 1 → um real
R$ 2 → dois reais
R$ 1.234,56 → mil duzentos e trinta e quatro reais e cinquenta e seis centavos
€1.200,50 → mil e duzentos euros e cinquenta cêntimos
6,50 € → seis euros e cinquenta cêntimos
$6.50 → seis dólares e cinquenta centavos
1 £ → uma libra
2 £ → duas libras
200 £ → duzentas libras
15,50 CHF → quinze francos suíços e cinquenta cêntimos
EUR 20 → vinte euros
5 USD → cinco dólares
R$ 3,5 mi → três vírgula cinco milhões de reais
R$ 2 bi → dois bilhões de reais
R$ 1 milhão → um milhão de reais
R$ 10 mil → dez mil reais
10k € → dez mil euros
R$ 19/mês → dezenove reais por mês
R$ 0,10/kWh → dez centavos por quilowatt-hora
R$ 5–10 → cinco a dez reais
-5 € → menos cinco euros
R$ 9,99 → nove reais e noventa e nove centavos
R$ 100 → cem reais
R$ 101 → cento e um reais
## Grandezas
3M de usuários → três milhões de usuários
1,2 bilhão de pessoas → um vírgula dois bilhão de pessoas
10k visitas → dez mil visitas
5 milhões de casas → cinco milhões de casas
## Datas
25/11/2026 → vinte e cinco de novembro de dois mil e vinte e seis
em 25/11/2026 → em vinte e cinco de novembro de dois mil e vinte e seis
em 01/05/2026 → em primeiro de maio de dois mil e vinte e seis
2026-11-25 → vinte e cinco de novembro de dois mil e vinte e seis
em 1º de maio → em primeiro de maio
em 25 de novembro de 2026 → em vinte e cinco de novembro de dois mil e vinte e seis
7 de setembro de 1822 → sete de setembro de mil oitocentos e vinte e dois
25 nov. 2026 → vinte e cinco de novembro de dois mil e vinte e seis
em março de 1998 → em março de mil novecentos e noventa e oito
25.11.2026 → vinte e cinco de novembro de dois mil e vinte e seis
em 45/13/2026 → em 45/13/2026
## Anos
em 1990 → em mil novecentos e noventa
desde 2019 → desde dois mil e dezenove
2019–2023 → dois mil e dezenove a dois mil e vinte e três
2019-2023 → dois mil e dezenove a dois mil e vinte e três
a temporada 2025/26 → a temporada dois mil e vinte e cinco vinte e seis
em 1500 lojas → em 1500 lojas
## Horas
às 17:30 → às dezessete e trinta
às 17h30 → às dezessete e trinta
às 17:00 → às dezessete horas
às 8h → às oito horas
à 1:00 → à uma hora
às 2:00 → às duas horas
às 9:05 → às nove e cinco
às 21:15 → às vinte e uma e quinze
0:15 → zero e quinze
9:00–17:00 → nove horas a dezessete horas
12:30:05 → doze e trinta e cinco segundos
1h 30min → uma hora trinta minutos
5 min 30 s → cinco minutos trinta segundos
16:10 tela → dezesseis para dez tela
## Unidades
5 km → cinco quilômetros
1 km → um quilômetro
2 km → dois quilômetros
24h → vinte e quatro horas
40 s → quarenta segundos
100 km/h → cem quilômetros por hora
20 m/s → vinte metros por segundo
em km/h → em quilômetros por hora
50 m² → cinquenta metros quadrados
10 m³ → dez metros cúbicos
3,5 GB → três vírgula cinco gigabytes
500 MB → quinhentos megabytes
100 Mbit/s → cem megabits por segundo
2,4 GHz → dois vírgula quatro gigahertz
15 kWh → quinze quilowatts-hora
200 ms → duzentos milissegundos
5 kg → cinco quilogramas
1 t → uma tonelada
2 t → duas toneladas
10 ha → dez hectares
1.500 kcal → mil e quinhentas quilocalorias
12 V → doze volts
60 fps → sessenta quadros por segundo
5 m → cinco metros
750 ml → setecentos e cinquenta mililitros
1.013 hPa → mil e treze hectopascals
## Percentagens, graus
10% → dez por cento
99,9 % → noventa e nove vírgula nove por cento
3,14 % → três vírgula catorze por cento
0,05 % → zero vírgula zero cinco por cento
10-15% → dez a quinze por cento
10 %–15 % → dez a quinze por cento
±2 % → mais ou menos dois por cento
+3 % → mais três por cento
-5 °C → menos cinco graus Celsius
20–25 °C → vinte a vinte e cinco graus Celsius
90° → noventa graus
0,5 ‰ → zero vírgula cinco por mil
## Intervalos
3–5 dias → três a cinco dias
3-5 dias → três a cinco dias
páginas 10–12 → páginas dez a doze
Ganhamos por 3-2. → Ganhamos por 3-2.
## Frações, razões
1/2 → um meio
3/4 do total → três quartos do total
2/3 → dois terços
2½ → dois e meio
1 1/2 → um e meio
8/10 → oito de dez
(1/2) → (um de dois)
parte 2/3 → parte dois de três
24/7 → vinte e quatro sete
3:1 → três para um
16:9 → dezesseis para nove
10x mais rápido → dez vezes mais rápido
2x → duas vezes
1920x1080 → mil novecentos e vinte por mil e oitenta
3 × 4 → três vezes quatro
e/ou → e ou
## Sinais
5 < 6 → 5 menor que 6
p<0,05 → p menor que 0,05
<1 % → menos de um por cento
>50 clientes → mais de 50 clientes
≥ 18 → pelo menos 18
x = 5 → x igual a 5
~20 pessoas → cerca de 20 pessoas
#1 → número um
10⁶ → dez elevado a seis
x² → x ao quadrado
2³ → dois ao cubo
10⁻³ → dez elevado a menos três
CO2 → C O dois
H₂O → H dois O
## Telefone, versões, endereços
+55 11 91234 5678 → mais cinco cinco, um um, nove um dois três quatro, cinco seis sete oito
tel. 11 1234 5678 → telefone um um, um dois três quatro, cinco seis sete oito
v2.0.1 → versão dois ponto zero ponto um
192.168.0.1 → cento e noventa e dois ponto cento e sessenta e oito ponto zero ponto um
www.exemplo.pt → exemplo ponto P T
https://example.com/ajuda?id=3 → example ponto com barra ajuda
info@exemplo.com → info arroba exemplo ponto com
relatorio.pdf → relatorio ponto P D F
## Abreviaturas
p. ex. amanhã → por exemplo amanhã
aprox. 20 → aproximadamente 20
Sr. Silva → senhor Silva
Dra. Souza → doutora Souza
n.º 5 → número 5
pág. 12 → página 12
fig. 3 → figura 3
cap. 4 → capítulo 4
maçãs, peras, etc. → maçãs, peras, et cetera.
art. 5 → artigo 5
Prof. Lima → professor Lima
## Ordinais, números romanos
o 1º → o primeiro
a 1ª vez → a primeira vez
o 2.º → o segundo
a 3ª → a terceira
o 10º → o décimo
o 21º → o vigésimo primeiro
século XXI → século vinte e um
João Paulo II → João Paulo segundo
capítulo IV → capítulo quatro
Vitamina C → Vitamina C
o FAQ → o F A Q
k8s → kubernetes
o CEO → o C E O
`;

const PORTUGAL = `
16 km → dezasseis quilómetros
em 01/05/2017 → em um de maio de dois mil e dezassete
2 000 000 000 € → dois mil milhões de euros
19 € → dezanove euros
`;

describe('Portuguese as it is spoken', () => {
  it.each(spokenCases(CASES))('%s → %s', (written, spoken) => {
    expect(spokenWordsOf(written, 'pt')).toBe(spoken);
  });

  it.each(spokenCases(PORTUGAL))('in Portugal: %s → %s', (written, spoken) => {
    expect(spokenWordsOf(written, 'pt-PT')).toBe(spoken);
  });
});
