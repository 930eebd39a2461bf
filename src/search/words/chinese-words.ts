/**
 * Chinese words and their English counterparts, so that an English request finds a skill that is described in Chinese and
 * the other way round. Each line is an English word and the Chinese ones that mean it, in simplified characters, with
 * traditional or Japanese forms where these are common. Words of everyday work only; a word may stand in several lines.
 */
export const CHINESE_WORDS = `
abuse 滥用
accept 接受 采纳
access 访问 接入 存取
accessibility 无障碍 可访问性
account 账户 账号 帐户 帐号 賬戶
accounting 会计 记账
accuracy 准确性 精度 准确率
achievement 成就 成绩
action 行动 动作 操作
activate 激活 启用
activity 活动 活跃
adapt 适配 适应 改编
address 地址
advertising 广告 投放 廣告
advice 建议 咨询
affiliate 联盟
agent 代理 智能体 代理人
agreement 协议 合同
agriculture 农业
airport 机场
alarm 闹钟 警报
alert 警报 告警 预警 提醒
algorithm 算法
analyze 分析 解析 剖析
animation 动画 动效
anniversary 纪念日 周年
annotate 标注 注释
announce 公告 宣布
anomaly 异常
answer 回答 答案 答复
api 接口
app 应用 应用程序 程序
appeal 申诉 上诉
appointment 预约 约会
approve 批准 审批 核准
archive 归档 存档
architecture 架构 体系结构
art 艺术 美术
article 文章 稿件
assess 评估 评价 測評 评测
asset 资产 素材
assign 分配 指派
assistant 助手 助理
assumption 假设
attachment 附件
attack 攻击
audience 受众 观众
audio 音频 声音
audit 审计 审核 稽核
authenticate 认证 身份验证 鉴权
author 作者
authorize 授权
automate 自动化 自动
avatar 头像 虚拟人 数字人
baby 宝宝 婴儿
backend 后端
backtest 回测
backup 备份
balance 余额 平衡
bank 银行
battery 电池
beginner 初学者 新手 入门
behavior 行为
benchmark 基准 跑分
bid 投标 竞标 出价
bill 账单 票据 发票
biology 生物
birthday 生日
blockchain 区块链 链上
blog 博客
book 书籍 图书 书
book 预订 预约 订购
bookmark 书签 收藏
bot 机器人
brainstorm 头脑风暴
branch 分支
brand 品牌
briefing 简报 早报 日报
broadcast 广播 直播
browser 浏览器
budget 预算
bug 漏洞 缺陷 错误
build 构建 搭建 建立 建设
business 业务 商业 企业
button 按钮
buy 购买 采购 购物
cache 缓存
calculate 计算 测算
calendar 日历 日程 行事历
call 调用 通话 呼叫
camera 相机 摄像头
campaign 活动 推广 宣传
cancel 取消
capture 捕获 抓取
car 汽车 车辆
card 卡片
career 职业 职场
cart 购物车
catalog 目录
category 类别 分类 品类
change 变更 更改 变化 修改
channel 频道 渠道 通道
character 角色 人物 字符
charge 收费 充电
chart 图表 圖表
chat 聊天 对话
check 检查 核查 校验
checklist 清单 检查清单
chemistry 化学
child 儿童 孩子
chinese 中文 汉语 中国
choose 选择 挑选
churn 流失
citation 引用 引文
city 城市
claim 索赔 理赔 声明
classify 分类 归类
clean 清理 清洗 清洁
cli 命令行
click 点击
client 客户端 客户
clinical 临床
clone 克隆 复制
cloud 云端 云服务 云
cluster 集群 聚类
coach 教练 辅导
code 代码 编码 源码
collaborate 协作 合作
collect 收集 采集 汇总
color 颜色 配色 色彩
command 命令 指令
comment 评论 留言 注释
commerce 电商 电子商务 商务
commit 提交
communicate 沟通 交流 通信
community 社区 社群
company 公司 企业
compare 比较 对比
compatible 兼容
competitor 竞争对手 竞品 竞争
complaint 投诉 抱怨
compliance 合规 合规性
component 组件
compress 压缩
compute 计算 算力
concept 概念
conference 会议 大会
config 配置 設定
conflict 冲突
connect 连接 对接
consent 同意
consistent 一致 一致性
constraint 约束
construction 建筑 施工
consult 咨询 顾问
contact 联系人 联系 通讯录
container 容器
content 内容
context 上下文 语境 背景
contract 合同 合约 契约
control 控制 管控
conversation 对话 会话
conversion 转化 转化率
convert 转换 换算
cook 烹饪 做饭 菜谱
coordinate 协调 坐标
copy 复制 文案
copyright 版权 著作权
copywriting 文案 文案写作
cost 成本 费用 开销
country 国家
coupon 优惠券 优惠
course 课程
coverage 覆盖 覆盖率
create 创建 创作 新建 制作
creative 创意 创作
credential 凭证 凭据
credit 信用 积分 额度
crew 团队 船员
cron 定时任务 定时
cross 跨境 跨
crypto 加密货币 加密 虚拟货币
currency 货币 汇率
custom 自定义 定制 个性化
customer 客户 顾客 用户
customs 海关 清关 报关
daily 每日 日常 每天
damage 损坏 损害
dashboard 仪表板 仪表盘 看板
data 数据 資料
database 数据库 資料庫
date 日期
deadline 截止日期 截止
deal 交易 优惠
debate 辩论
debt 债务 负债
debug 调试 排错
decision 决策 决定
decompose 分解 拆分 拆解
decrypt 解密
deep 深度 深入
defect 缺陷
delay 延迟 延误
delegate 委托 委派
delete 删除
deliver 交付 交货 配送
demand 需求
demo 演示 示范
dependency 依赖 依赖项
deploy 部署 上线
design 设计 設計 规划
designer 设计师
desktop 桌面
detect 检测 侦测 探测
develop 开发 研发 開發
developer 开发者 开发人员
device 设备 装置
diagnose 诊断 排查
diagram 图表 流程图 示意图
diary 日记
diet 饮食 膳食
diff 差异 对比
digest 摘要 文摘
digital 数字 数字化
directory 目录 文件夹
discount 折扣 打折 优惠
discover 发现 探索
discussion 讨论
disk 磁盘 硬盘
disposition 处置
dispute 争议 纠纷
distribute 分发 分布式 分配
docker 容器
doctor 医生
document 文档 文件 文書
domain 域名 领域
download 下载 下載
draft 草稿 起草 撰写
draw 绘制 绘画 画图
driver 驱动 司机
drug 药物 药品
due 到期 尽职
duty 关税 税费
earnings 收益 财报
economy 经济
edit 编辑 修改
education 教育 教学
efficient 高效 效率
email 邮件 电子邮件 邮箱 電子郵件
embed 嵌入
emergency 紧急 应急
emotion 情感 情绪
employee 员工 雇员
encrypt 加密
energy 能源 能量
engagement 互动 参与
engine 引擎
engineer 工程师 工程
english 英语 英文
entity 实体
environment 环境
error 错误 报错
essay 作文 论文
estimate 估算 预估 估计
evaluate 评估 评价 评测
event 事件 活动
evidence 证据
evolve 进化 演化
exam 考试
example 示例 例子 案例
excel 表格 电子表格
exception 异常 例外
exchange 交易所 交换 兑换
execute 执行 运行
exercise 锻炼 练习 运动
expense 支出 费用 报销
experience 体验 经验
experiment 实验 试验
expert 专家 专业
explain 解释 讲解 说明
export 导出 出口
expression 表达 表情
extension 扩展 插件
extract 提取 抽取
face 人脸 面部
fact 事实
factory 工厂
fail 失败 故障
family 家庭 家人
farm 农场
fashion 时尚 服装
fast 快速 迅速
feature 功能 特性 特征
feedback 反馈
fetch 获取 抓取
field 字段 领域
file 文件 檔案
fill 填写 填充
film 电影 影片
filter 过滤 筛选 滤镜
finance 财务 金融 理财
financial 财务 金融
find 查找 寻找 找到
fitness 健身
fix 修复 修正
flight 航班 机票 飞行
flow 流程 流
focus 专注 焦点
folder 文件夹
follow 关注 跟进 跟随
font 字体
food 食物 食品 美食
football 足球
forecast 预测 预报
foreign 外国 外汇
form 表单 表格 形式
format 格式 格式化
forum 论坛
framework 框架
fraud 欺诈 诈骗
free 免费
freight 货运
friend 朋友 好友
frontend 前端
fund 基金 资金
funnel 漏斗
game 游戏 遊戲
gateway 网关
gene 基因
generate 生成 产生
gift 礼物 礼品
goal 目标
government 政府
gpu 显卡
grade 评分 成绩
grammar 语法
grant 授予 资助
graph 图谱 图形
grocery 杂货 买菜
group 群组 分组 小组
growth 增长 成长
guide 指南 引导 教程
habit 习惯
hardware 硬件
hash 哈希
headline 标题
health 健康 医疗
heartbeat 心跳
help 帮助 协助 辅助
hire 招聘 雇用
history 历史 历史记录
holiday 假期 节日
home 家居 家庭
host 托管 主机
hotel 酒店 旅馆
house 房屋 住宅 房产
hr 人力资源 人事
human 人类 人工
humanize 人性化 去味
humor 幽默 笑话
icon 图标
idea 想法 创意 点子
identify 识别 鉴定
identity 身份
illustration 插画 插图
image 图像 图片 影像 画像
impact 影响
implement 实现 实施
import 导入 进口
improve 改进 提升 改善 优化
inbox 收件箱
incident 事件 事故
income 收入
index 索引 指数
industry 行业 产业 工业
influencer 网红 博主 达人
information 信息 资讯 情报
infrastructure 基础设施
injection 注入
insight 洞察 见解
inspect 检验 检查
inspiration 灵感
install 安装 安裝
insurance 保险 保障
integrate 集成 整合
intelligence 智能 情报
intelligent 智能
intent 意图
interactive 交互 互动 交互式
interest 兴趣 利息
interface 界面 接口
international 国际
internet 互联网 网络
interview 面试 访谈 采访
inventory 库存 存货
invest 投资
investigate 调查
investor 投资者 投资人
invoice 发票 账单
isolate 隔离
issue 问题 议题
itinerary 行程
job 工作 职位 求职
journal 日志 日记 期刊
key 密钥 关键
keyword 关键词 关键字
kitchen 厨房
knowledge 知识 知识库
label 标签 标注
landing 落地页
language 语言
law 法律 法规
lawyer 律师
layout 布局 版式 排版
lead 潜在客户 线索
leader 领导 领导力
leak 泄露 泄漏
learn 学习
legal 法律 法务
lesson 课程 教训
letter 信件 书信
library 图书馆 函数库
license 许可 许可证 授权
lifecycle 生命周期
link 链接 連結
list 列表 清单 列出
literature 文献 文学
live 直播 实时
loan 贷款
local 本地
location 位置 地点
log 日志 日誌
logic 逻辑
login 登录 登陆
logistics 物流
logo 标志 徽标
loop 循环
loyalty 忠诚度 忠诚
luxury 奢侈品 高端
machine 机器
maintain 维护 保养
malware 恶意软件 恶意
manage 管理 经营
manager 经理 管理者
manual 手动 手册
manufacture 制造 生产
map 地图 映射
market 市场 行情
marketing 营销 推广 市场营销
marketplace 市场 集市
match 匹配 比赛
material 材料 素材 物料
math 数学
measure 测量 衡量
media 媒体
medical 医疗 医学
meditation 冥想
meeting 会议 会谈
member 成员 会员
memory 记忆 内存
mental 心理
menu 菜单
merchant 商家 商户
merge 合并
message 消息 信息 留言 私信
metadata 元数据
metric 指标 度量
migrate 迁移
milestone 里程碑
mind 思维 心智
mobile 移动 手机
model 模型 建模
module 模块
money 资金 金钱
monitor 监控 监测 监视
mood 情绪 心情
movie 电影
multimodal 多模态
music 音乐 音樂
name 名称 命名 起名
native 原生
navigate 导航
negotiate 谈判 协商
network 网络
news 新闻 资讯
newsletter 通讯 简报
node 节点
note 笔记 备注
notify 通知
novel 小说
nutrition 营养
object 对象 物体
observe 观察 观测
ocr 文字识别
offer 报价 优惠
office 办公 办公室
official 官方 公众号
offline 离线
onboarding 入职 引导
online 在线 线上
open 打开 开放 开源
operate 运营 操作
operation 运营 操作
opinion 观点 意见 舆情
opportunity 机会 商机
optimize 优化 最优化
option 选项 期权
orchestrate 编排 调度
order 订单 下单
organize 组织 整理
original 原始 原创
outline 大纲 提纲
outreach 外联 触达
overview 概述 概览
package 软件包 包裹
page 页面 网页
paper 论文
parallel 并行
parcel 包裹 快递
parent 家长 父母
parse 解析
partner 合作伙伴 伙伴
password 密码 口令
patch 补丁 修补
patent 专利
patient 患者 病人
pattern 模式 图案
payment 支付 付款
penetration 渗透 渗透测试
performance 性能 绩效 表现
permission 权限
persona 人设 画像
personal 个人
personality 人格 个性
personalize 个性化
pet 宠物
phone 电话 手机
photo 照片 相片 写真
photography 摄影
physics 物理
pipeline 流水线 管道
plan 计划 规划 方案
plant 植物
platform 平台
play 播放 玩
plugin 插件 外掛
podcast 播客
poem 诗歌 诗词
policy 政策 策略 保单
poll 投票
port 端口 港口
portfolio 投资组合 作品集
portrait 肖像
position 持仓 职位 位置
post 帖子 发帖 推文
poster 海报
practice 实践 练习
predict 预测 预言
prediction 预测
preference 偏好 偏好设置
presentation 演示 演示文稿 幻灯片 汇报
preview 预览
price 价格 定价 售价
print 打印 印刷
priority 优先级 优先
privacy 隐私
private 私有 私人
problem 问题
procedure 程序 步骤
process 流程 处理 过程 进程
procurement 采购
product 产品 商品
production 生产
productivity 生产力 效率
profile 资料 档案 画像
profit 利润 盈利
program 程序 编程
programming 编程
progress 进度 进展
project 项目 工程
prompt 提示词 提示
proof 证明
proposal 提案 建议书
prospect 潜在客户
protect 保护 防护
protocol 协议
prototype 原型
provider 提供商 供应商
psychology 心理学 心理
public 公共 公开
publish 发布 发表 出版
purchase 购买 采购
puzzle 谜题
quality 质量 品质
quantify 量化
quantitative 量化
query 查询
question 问题 提问
queue 队列 排队
quick 快速
quiz 测验 问答
quote 报价 引用
radio 电台
rank 排名 排行 排序
read 阅读 读取
reading 阅读
real 真实 实时
realtime 实时
reasoning 推理
receipt 收据 小票
recipe 食谱 菜谱
recognize 识别
recommend 推荐 建议
reconcile 对账 核对
record 记录 录制
recover 恢复
recruit 招聘 招募
reddit 论坛
refactor 重构
reference 参考 引用
reflect 反思 复盘
refund 退款
regex 正则
register 注册 登记
regulation 法规 监管
relationship 关系
release 发布 发行 版本
reliable 可靠 稳定
remember 记住 记忆
reminder 提醒
remote 远程
remove 移除 去除 删除
rental 租赁 出租
repair 修复 维修
report 报告 报表
repository 仓库 代码库
reproduce 复现
request 请求 要求
requirement 需求 要求
research 研究 调研
reservation 预订
resolve 解决
resource 资源
respond 响应 回复
restaurant 餐厅 餐馆
restore 恢复 还原
resume 简历 履历
retail 零售
retrieve 检索 获取
retro 复盘
return 退货 返回
revenue 收入 营收
reverse 逆向 反向
review 审查 评审 评论 复习
reward 奖励
rewrite 改写 重写
risk 风险
roadmap 路线图
robot 机器人
role 角色
rollback 回滚
route 路由 路线
rule 规则
run 运行 执行 跑步
safe 安全
safety 安全 安全性
salary 薪资 工资
sale 销售 促销
sample 样品 样本 示例
sandbox 沙箱 沙盒
satellite 卫星
save 保存 节省
scam 诈骗 骗局
scan 扫描
scene 场景
schedule 日程 安排 调度 排期
school 学校
science 科学
score 评分 得分 打分
scrape 抓取 爬取 爬虫
screen 屏幕 筛选
screenshot 截图 截屏
script 脚本
search 搜索 检索 查找 搜尋
secret 密钥 机密
security 安全 安全性
segment 细分 分割
self 自我
sell 销售 出售
semantic 语义
send 发送
sensitive 敏感
sentiment 情感 情绪
seo 搜索引擎优化 搜索引擎
server 服务器 伺服器
service 服务 客服
session 会话
share 分享 共享 份额
shell 终端
ship 发货 船舶
shipment 货物 发货
shipping 运输 物流 配送 发货
shop 商店 店铺 购物
shopping 购物
shortcut 快捷方式 快捷键
sign 签名 签署
signal 信号
simulate 模拟 仿真
site 网站 站点
skill 技能
sleep 睡眠
slide 幻灯片
smart 智能
snapshot 快照
social 社交 社会
software 软件
solution 解决方案 方案
song 歌曲
source 来源 源
spec 规范 规格
specification 规范 规格 说明书
speech 语音 演讲
speed 速度
spend 支出 花费
sport 体育 运动
spreadsheet 电子表格 表格
staff 员工
staking 质押
standard 标准
startup 创业 初创
state 状态
statistics 统计
status 状态 状况
step 步骤
stock 股票 库存
storage 存储 储存
store 商店 店铺 存储
story 故事
storyboard 分镜
strategy 策略 战略
stream 直播 流式
stress 压力
structure 结构 结构化
student 学生
study 学习 研究
style 风格 样式
subagent 子代理
submit 提交
subscribe 订阅
subscription 订阅
subtitle 字幕
suggest 建议
summarize 总结 摘要 概括
summary 摘要 总结
supplier 供应商
supply 供应链 供应
support 支持 售后 客服
survey 调查 问卷 调研
swap 兑换
switch 切换
sync 同步
syntax 语法
synthesize 合成 综合
system 系统
table 表格
tag 标签
target 目标
tariff 关税
task 任务
tax 税务 税收
teach 教学
team 团队
technical 技术
technology 技术 科技
template 模板
terminal 终端
test 测试 检验
text 文本 文字
theme 主题
therapy 治疗
thesis 论文
thread 线程 帖子
threat 威胁
ticket 工单 门票 票
time 时间
timeline 时间线 时间轴
title 标题
todo 待办 待办事项
token 令牌 代币
tool 工具
topic 话题 主题 选题
tour 旅游
track 跟踪 追踪
trade 交易 贸易
trading 交易
traffic 流量 交通
train 训练 火车
training 训练 培训
transaction 交易
transcribe 转录 转写
transcript 转录 文字稿
transfer 转账 转移
translate 翻译 翻譯
transport 运输 交通
travel 旅行 旅游 出行
trend 趋势 热门 潮流
trending 热门 热搜 趋势
trigger 触发
trip 行程 旅行
troubleshoot 故障排除 排查
trust 信任 信任度
tts 文本转语音 语音合成
tutorial 教程
tweet 推文
twitter 推特
typo 错别字
unit 单元 单位
university 大学
update 更新
upgrade 升级
upload 上传
usage 用量 使用情况
user 用户
valuation 估值
value 价值 估值
variable 变量
vector 向量 矢量
vehicle 车辆
vendor 供应商 商家
verify 验证 核实
version 版本
video 视频 影片 動画
view 查看 视图
virtual 虚拟
visa 签证
vision 视觉
visual 视觉
visualize 可视化
vocabulary 词汇 单词
voice 语音 声音
vote 投票
vulnerability 漏洞
wallet 钱包
warehouse 仓库 仓储
warranty 保修 质保
watch 观看 手表
water 水
wealth 财富
weather 天气 气象
web 网页 网络
webhook 回调
website 网站
wechat 微信 公众号
wedding 婚礼
weekly 每周 周报
weight 体重 权重
welcome 欢迎
wholesale 批发
wiki 维基
window 窗口
wine 葡萄酒
word 单词 词语
work 工作
workflow 工作流 工作流程
workout 锻炼 健身
workspace 工作区
write 写作 编写 撰写
writing 写作
xiaohongshu 小红书
yield 收益 收益率
zodiac 星座
`;
